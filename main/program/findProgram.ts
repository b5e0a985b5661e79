/** The file that a command stands for, and the interpreter that a script needs: what is missing is told before anything runs. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

export type Found =
  | { kind: 'found'; file: string }
  | { kind: 'no folder'; folder: string }
  | { kind: 'no program'; command: string; path: string }
  /** The script is there; what runs it is not. */
  | { kind: 'no interpreter'; command: string; file: string; interpreter: string; path: string };

/** POSIX only: on Windows `cross-spawn` looks. `cwd` is where a relative command is meant from. */
export async function findProgram(command: string, searched: string, cwd: string): Promise<Found> {
  if (!(await isFolder(cwd))) return { kind: 'no folder', folder: cwd };
  const file = await resolve(command, searched, cwd);
  if (file === undefined) return { kind: 'no program', command, path: searched };
  const interpreter = await interpreterOf(file);
  if (interpreter === undefined || (await resolve(interpreter, searched, cwd)) !== undefined)
    return { kind: 'found', file };
  return { kind: 'no interpreter', command, file, interpreter, path: searched };
}

async function resolve(command: string, searched: string, cwd: string): Promise<string | undefined> {
  if (command.includes('/')) {
    const file = path.resolve(cwd, command);
    return (await isProgram(file)) ? file : undefined;
  }
  for (const folder of searched.split(':')) {
    const file = path.resolve(cwd, folder, command);
    if (await isProgram(file)) return file;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await fs.access(file, constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}

const isFolder = (folder: string): Promise<boolean> =>
  fs.stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** From the first line of a script: `#!/usr/bin/env -S node --x`, `#!/bin/sh`. */
async function interpreterOf(file: string): Promise<string | undefined> {
  const [line = ''] = (await firstBytes(file)).split('\n');
  if (!line.startsWith('#!')) return undefined;
  const [program = '', ...words] = line.slice(2).trim().split(/\s+/);
  if (path.basename(program) !== 'env') return program;
  return words.find((word) => !word.startsWith('-') && !word.includes('='));
}

async function firstBytes(file: string): Promise<string> {
  const handle = await fs.open(file).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
