/** Entries as they are shipped: bundled, and run by a plain Node. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'vite';
import type { Person, Told } from './connect.ts';

export type Bundle = { script: (name: string) => string; remove: () => void };

/** `entries` by name, relative to this folder. */
export async function bundle(entries: Record<string, string>): Promise<Bundle> {
  const outDir = mkdtempSync(join(tmpdir(), 'countersign-bundle-'));
  const input = Object.entries(entries).map(([name, file]) => [
    name,
    fileURLToPath(new URL(file, import.meta.url)),
  ]);
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(input),
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
  return { script: (name) => join(outDir, `${name}.mjs`), remove: () => rmSync(outDir, { recursive: true }) };
}

/** One call of delete_file to a server in a process of its own; undefined when that died of it. */
export async function removeBy(args: string[], person: Person): Promise<Told | undefined> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.fallbackRequestHandler = async ({ params }) => person(params ?? {}) as Record<string, unknown>;
  const closed = new Promise<undefined>((resolve) => {
    client.onclose = () => resolve(undefined);
  });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const called = client.callTool({ name: 'delete_file', arguments: { filepath: 'notes.txt' } });
  const result = await Promise.race([called.catch(() => undefined), closed]);
  await client.close();
  const [first] = result?.content ?? [];
  return first?.type === 'text' ? { text: first.text, isError: result?.isError === true } : undefined;
}
