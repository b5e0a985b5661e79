/**
 * Messages → the rows of the list, each a piece of one message that is short enough to be drawn at once: what is
 * outside the window of a message of 200 KB is not drawn, like other messages.
 */
import type { MessageView } from '../../../contract/conversation.ts';
import { type Block, growBlocks, inPieces, splitBlocks } from '../../../core/markdownBlocks.ts';

export type Row = {
  key: string;
  message: MessageView;
  blocks: readonly Block[];
  /** It carries who says it. */
  first: boolean;
  /** It carries the calls and what the host has to say. */
  last: boolean;
};

/** What was cut for each message; a message that is the same, or has only grown, is not cut again. */
export type Cut = ReadonlyMap<string, { message: MessageView; blocks: readonly Block[]; rows: Row[] }>;

export function cutMessages(messages: readonly MessageView[], before: Cut): Cut {
  return new Map(
    messages.map((message) => {
      const known = before.get(message.messageId);
      if (known?.message === message) return [message.messageId, known];
      const blocks = blocksOf(message, known);
      return [message.messageId, { message, blocks, rows: rowsOf(message, blocks) }];
    }),
  );
}

export const rowsIn = (cut: Cut): Row[] => [...cut.values()].flatMap(({ rows }) => rows);

function blocksOf(
  message: MessageView,
  known: { message: MessageView; blocks: readonly Block[] } | undefined,
) {
  if (message.by === 'person') return asWritten(message.text);
  return known === undefined
    ? splitBlocks(message.text)
    : growBlocks(known.blocks, known.message.text, message.text);
}

/** What a person wrote is no markdown: it is shown as it was typed. */
const asWritten = (text: string): Block[] =>
  inPieces(text.split('\n')).map((piece) => ({ kind: 'as written', text: piece, start: 0, goesOn: false }));

const enough = 3_000;

function rowsOf(message: MessageView, blocks: readonly Block[]): Row[] {
  const groups: Block[][] = [[]];
  let length = 0;
  for (const block of blocks) {
    if (length > 0 && length + block.text.length > enough) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(block);
    length += block.text.length;
  }
  return groups.map((group, index) => ({
    key: `${message.messageId}/${index}`,
    message,
    blocks: group,
    first: index === 0,
    last: index === groups.length - 1,
  }));
}
