/** One answer of the model: its text piece by piece, the calls that it wants made, and how it ended. */
import { jsonSchema, type ModelMessage as SdkMessage, streamText, type ToolSet, tool } from 'ai';
import type { FromModel, ModelMessage, ModelTool, ToModel } from '../contract/model.ts';
import { languageModel } from './providers.ts';

type Generate = Extract<ToModel, { type: 'generate' }>;

/** Says what comes, then `finished` or `failed`, once. Tools have no code here: their calls are main's to make. */
export async function generate(
  { turn, provider, system, messages, tools }: Generate,
  baseURL: string,
  signal: AbortSignal,
  say: (message: FromModel) => void,
): Promise<void> {
  try {
    const { fullStream } = streamText({
      model: languageModel(provider, baseURL),
      system,
      messages: messages.map(sdkMessage),
      tools: toolSet(tools),
      abortSignal: signal,
      maxRetries: 0,
      // The parts of the stream tell it.
      onError: () => {},
    });
    let why: string = 'other';
    for await (const part of fullStream) {
      if (part.type === 'text-delta') say({ type: 'text', turn, text: part.text });
      if (part.type === 'tool-call')
        say({
          ...{ type: 'call', turn, toolCallId: part.toolCallId, name: part.toolName },
          arguments: typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {}),
        });
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') why = part.finishReason;
    }
    say({ type: 'finished', turn, why: whys[why] ?? 'other' });
  } catch (error) {
    say({ type: 'failed', turn, message: messageOf(error).slice(0, 10_000) });
  }
}

const whys: Record<string, Extract<FromModel, { type: 'finished' }>['why']> = {
  stop: 'stop',
  'tool-calls': 'calls',
  length: 'length',
  'content-filter': 'filtered',
};

const toolSet = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );

function sdkMessage(message: ModelMessage): SdkMessage {
  switch (message.by) {
    case 'person':
      return { role: 'user', content: message.text };
    case 'model':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ toolCallId, name, arguments: input }) => ({
            ...{ type: 'tool-call' as const, toolCallId, toolName: name, input },
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            ...{ type: 'tool-result' as const, toolCallId: message.toolCallId, toolName: message.name },
            output: { type: 'text', value: message.text },
          },
        ],
      };
    default:
      return message satisfies never;
  }
}

/** What a provider said of it is worth more than that it said something. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const body = 'responseBody' in error ? error.responseBody : undefined;
  const status = 'statusCode' in error ? `${String(error.statusCode)}: ` : '';
  return typeof body === 'string' && body !== '' ? `${status}${body}` : `${status}${error.message}`;
}
