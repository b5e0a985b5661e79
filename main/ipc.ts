/**
 * The only file that listens to windows. Every channel of the contract is registered here and nothing else is:
 * sender → schema → handler → result. A refusal is a value with a code, and is counted in the record.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { z } from 'zod';
import { type Channels, channelName, type Refused, type Result, type WindowKind } from '../contract/ipc.ts';
import { schemas } from '../contract/schemas.ts';
import { senderProblem } from '../core/sender.ts';
import type { Windows } from './windows.ts';

/** One handler for each channel; `window` is main's own record of the calling window. */
export type Handlers<W> = {
  [K in WindowKind]: {
    [C in keyof Channels[K]]: (
      input: InputOf<Channels[K][C]>,
      window: W,
    ) => Result<OutputOf<Channels[K][C]>> | Promise<Result<OutputOf<Channels[K][C]>>>;
  };
};
type InputOf<T> = T extends { input: infer I } ? I : never;
type OutputOf<T> = T extends { output: infer O } ? O : never;

export type IpcDeps<W> = {
  windows: Windows<W>;
  handlers: Handlers<W>;
  refused: (channel: string, code: string, from: string) => void;
  /** A defect of ours: logged with its stack and shown plainly. */
  failed: (channel: string, error: unknown) => void;
};

/** Returns how to stop listening. */
export function listen<W>(deps: IpcDeps<W>): () => void {
  const names: string[] = [];
  for (const kind of ['question', 'workbench'] as const) {
    for (const channel of Object.keys(schemas[kind])) {
      const name = channelName(kind, channel);
      names.push(name);
      ipcMain.handle(name, (event, input: unknown) => handle(deps, kind, channel, event, input));
    }
  }
  return () => {
    for (const name of names) ipcMain.removeHandler(name);
  };
}

async function handle<W>(
  deps: IpcDeps<W>,
  kind: WindowKind,
  channel: string,
  event: IpcMainInvokeEvent,
  input: unknown,
): Promise<Result<unknown>> {
  const known = deps.windows.find(event.sender.id);
  const frame = event.senderFrame && {
    isMain: event.senderFrame.parent === null,
    url: event.senderFrame.url,
  };
  const problem = senderProblem(kind, { known, frame });
  if (problem !== undefined || known === undefined)
    return refuse(deps, kind, channel, problem ?? 'unknown-window', known?.kind ?? 'no window of ours');
  const schema: z.ZodType | undefined = (schemas[kind] as Record<string, z.ZodType>)[channel];
  const parsed = schema?.safeParse(input);
  if (!parsed?.success) return refuse(deps, kind, channel, 'malformed', known.kind);
  try {
    // The schema above is tied to this channel's input type in `contract/schemas.ts`.
    const handler = (deps.handlers[kind] as Record<string, AnyHandler<W>>)[channel];
    return handler
      ? await handler(parsed.data, known.window)
      : refuse(deps, kind, channel, 'no-handler', known.kind);
  } catch (error) {
    deps.failed(channelName(kind, channel), error);
    return { ok: false, code: 'failed', message: 'Countersign could not do this. The reason is in its log.' };
  }
}

type AnyHandler<W> = (input: unknown, window: W) => Result<unknown> | Promise<Result<unknown>>;

function refuse<W>(deps: IpcDeps<W>, kind: WindowKind, channel: string, code: string, from: string): Refused {
  deps.refused(channelName(kind, channel), code, from);
  return { ok: false, code, message: 'This window may not do that.' };
}
