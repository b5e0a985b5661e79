/**
 * The directories that this client may use: the allowed ones, narrowed by its roots. Asked for when they are first needed
 * and again after they changed. A client that has roots and cannot tell them may use nothing.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { narrow, rootPath } from './roots.ts';
import { printable } from './wording.ts';

export type Directories = { ok: true; directories: string[] } | { ok: false; why: string };

const answerMs = 10_000;
/** Read entry by entry: one malformed root must not hide the others. */
export const rootsResult = z.object({ roots: z.array(z.unknown()).max(1000) });

/** Takes over `notifications/roots/list_changed` of this server. */
export function clientDirectories(server: Server, allowed: readonly string[]): () => Promise<Directories> {
  let known: Promise<Directories> | undefined;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = undefined;
  });
  return () => {
    const roots = server.getClientCapabilities()?.roots;
    if (roots === undefined) return Promise.resolve({ ok: true, directories: [...allowed] });
    // A client that does not say when they change is asked each time.
    if (roots.listChanged !== true) return requestDirectories(server, allowed);
    const asked = known ?? requestDirectories(server, allowed);
    known = asked;
    return asked.then((answer) => {
      if (!answer.ok && known === asked) known = undefined;
      return answer;
    });
  };
}

async function requestDirectories(server: Server, allowed: readonly string[]): Promise<Directories> {
  try {
    const { roots } = await server.request({ method: 'roots/list' }, rootsResult, { timeout: answerMs });
    return await withinRoots(allowed, roots);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, why: `The client did not tell its roots: ${printable(message, 200)}` };
  }
}

/** `roots` as they came, entry by entry unchecked. */
export async function withinRoots(
  allowed: readonly string[],
  roots: readonly unknown[],
): Promise<Directories> {
  return { ok: true, directories: narrow(allowed, await realRoots(roots), path) };
}

/** Real paths; what does not exist is left out. */
async function realRoots(roots: readonly unknown[]): Promise<string[]> {
  const paths = roots.flatMap((root) => rootPath(root, path) ?? []);
  const found = await Promise.all(paths.map((root) => realpath(root).catch(() => [])));
  return found.flat();
}
