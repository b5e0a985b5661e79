/** A conversation as it is kept on the disk. */
import { z } from 'zod';
import { afterRestart, type Conversation } from './conversation.ts';

const call = z.strictObject({
  toolCallId: z.string(),
  name: z.string(),
  serverId: z.string(),
  tool: z.string(),
  arguments: z.unknown(),
  state: z.enum([
    'asking policy',
    'waiting for approval',
    'running',
    'waiting for an answer',
    'waiting for the browser',
    'done',
    'tool error',
    'failed',
    'denied',
    'cancelled',
  ]),
  outcome: z.string().exactOptional(),
  told: z.string().exactOptional(),
});

const message = z.discriminatedUnion('by', [
  z.strictObject({ messageId: z.string(), by: z.literal('person'), at: z.number(), text: z.string() }),
  z.strictObject({
    messageId: z.string(),
    by: z.literal('model'),
    at: z.number(),
    text: z.string(),
    calls: z.array(call),
    remark: z.string().exactOptional(),
  }),
]);

const file = z.strictObject({
  version: z.literal(1),
  conversationId: z.string(),
  title: z.string(),
  changedAt: z.number(),
  messages: z.array(message),
});

/** Undefined where it is none. */
export function parseConversation(json: unknown): Conversation | undefined {
  const parsed = file.safeParse(json);
  if (!parsed.success) return undefined;
  const { version: _, ...conversation } = parsed.data;
  return afterRestart(conversation);
}
