/** A call that the person asked for in the workbench: the arguments are read and checked before anything is sent. */
import type { CallInput, Result } from '../contract/ipc.ts';
import { checkAnswer, type Matches } from '../core/answer.ts';
import type { Caller, CallRequest } from '../core/call.ts';
import { readForm } from '../core/form.ts';
import type { Offer } from '../core/offer.ts';
import { markLine } from '../core/plainText.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { ToolCall, ToolCalls } from './toolCalls.ts';

export type StartCallDeps = {
  connections: Connections;
  calls: ToolCalls;
  matches: Matches;
  decimalSign: '.' | ',';
};

export function makeStartCall({ connections, calls, matches, decimalSign }: StartCallDeps) {
  return { startCall, repeatCall };

  function startCall(input: CallInput): Result<{ callId: string }> {
    const connection = connections.find(input.serverId);
    if (connection?.state.state !== 'ready')
      return no('not-ready', 'This server is not running. Start it first.');
    const [tool, second] = connection.offers.filter(
      ({ method, name }) => method === input.method && markLine(name) === input.tool,
    );
    if (tool === undefined) return no('no-tool', 'This server no longer has this tool.');
    if (second !== undefined) return no('two-tools', 'This server has two tools of this name.');
    const read = readArguments(tool, input.arguments);
    return read.ok
      ? start(connection, { method: tool.method, name: tool.name, arguments: read.value })
      : read;
  }

  /** The same request once more, as the person asked for it before. */
  function repeatCall({ serverId, request }: ToolCall): Result<{ callId: string }> {
    const connection = connections.find(serverId);
    return connection?.state.state === 'ready'
      ? start(connection, request)
      : no('not-ready', 'This server is not running. Start it first.');
  }

  function start(connection: Connection, request: CallRequest): Result<{ callId: string }> {
    const { callId } = startOn(calls, connection, request, 'person');
    return { ok: true, value: { callId } };
  }

  function readArguments(tool: Offer, given: CallInput['arguments']): Result<Record<string, unknown>> {
    if (given.kind === 'json') return readJsonArguments(given.text);
    const form = readForm(tool.inputSchema, matches);
    if (!form.ok) return no('no-form', 'The arguments of this tool have to be entered as JSON.');
    const checked = checkAnswer(form.fields, given.content, matches, decimalSign);
    if (checked.ok) return { ok: true, value: checked.content };
    return {
      ok: false,
      code: 'invalid',
      message: 'Nothing was sent: correct the marked fields.',
      problems: checked.problems,
    };
  }
}

/** The one way in which a call begins, whoever makes it. */
export function startOn(
  calls: ToolCalls,
  connection: Connection,
  request: CallRequest,
  by: Caller,
): ToolCall {
  const { serverId, limits } = connection.config;
  return calls.start(
    {
      ...{ serverId, request, by },
      ...(limits.callSilenceMs === undefined ? {} : { silenceMs: limits.callSilenceMs }),
    },
    (sent, signal, onProgress) => connection.call(sent, signal, onProgress),
  );
}

function readJsonArguments(text: string): Result<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return { ok: true, value: json as Record<string, unknown> };
    return no('not-an-object', 'The arguments must be a JSON object, like {"path": "notes.txt"}.');
  } catch (error) {
    return no('not-json', `The arguments are not JSON: ${(error as Error).message}.`);
  }
}

const no = (code: string, message: string) => ({ ok: false as const, code, message });
