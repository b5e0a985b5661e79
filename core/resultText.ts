/** The result of a call as text, for the person and for the model: what the server wrote, and nothing of ours. */
import type { CallResult } from './call.ts';

/** Text blocks as they are, everything else as its kind and size; structured content where there is no text. */
export function resultText({ content, structured }: Pick<CallResult, 'content' | 'structured'>): string {
  const blocks = content.map(blockText);
  if (blocks.length === 0 && structured !== undefined) return JSON.stringify(structured, undefined, 2);
  return blocks.join('\n');
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block))
    return '[something that is no content]';
  if (block.type === 'text' && 'text' in block) return String(block.text);
  return `[${String(block.type)}, ${JSON.stringify(block).length} characters, not shown]`;
}
