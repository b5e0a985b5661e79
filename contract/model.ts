/**
 * What goes between main and the model's page, over a port of their own. The page is trusted with prompts, tools and
 * results, and with nothing else; whatever it says is parsed by the schema here before main looks at it.
 */
import { z } from 'zod';
import type { ProviderKind } from './conversation.ts';

/** A tool as the model knows it: by a name that says server and tool. */
export type ModelTool = { name: string; description: string; inputSchema: object };

export type ModelMessage =
  | { by: 'person'; text: string }
  | { by: 'model'; text: string; calls: { toolCallId: string; name: string; arguments: unknown }[] }
  | { by: 'tool'; toolCallId: string; name: string; text: string };

/** One answer of the model is asked for at a time; it ends with one `finished` or `failed`. */
export type ToModel =
  | {
      type: 'generate';
      turn: string;
      provider: { kind: ProviderKind; model: string };
      system: string;
      messages: ModelMessage[];
      tools: ModelTool[];
    }
  | { type: 'stop'; turn: string };

const turn = z.string().max(100);
export const fromModel = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('text'), turn, text: z.string().max(1_000_000) }),
  /** The arguments as they came: whatever JSON it was, or the text that is none. */
  z.strictObject({
    type: z.literal('call'),
    turn,
    toolCallId: z.string().min(1).max(200),
    name: z.string().max(1_000),
    arguments: z.string().max(1_000_000),
  }),
  z.strictObject({
    type: z.literal('finished'),
    turn,
    why: z.enum(['stop', 'calls', 'length', 'filtered', 'other']),
  }),
  z.strictObject({ type: z.literal('failed'), turn, message: z.string().max(10_000) }),
]);
export type FromModel = z.infer<typeof fromModel>;

/**
 * Where the model's page sends its requests, below it by the answer that they are for; main forwards what comes here to the
 * accepted address, and nowhere else.
 */
export const providerPath = '/provider';
