/**
 * A long text of markdown → pieces that can be drawn one by one, so that a message of 200 KB costs what is on screen
 * and one that grows costs its end. Cut only where a block surely ends: at a blank line before a line that is neither
 * indented nor another entry of the list, and around fenced code. A piece is never longer than `longest`, since
 * parsing markdown takes more than linear time for what somebody made to be slow.
 */
export type Block = {
  kind: 'markdown' | 'code' | 'as written';
  text: string;
  /** Where what it is cut from begins; a long piece of code is cut into several blocks with the same start. */
  start: number;
  /** Code that goes on from the block before. */
  goesOn: boolean;
};

const longest = 4_000;

export function splitBlocks(text: string, from = 0): Block[] {
  const blocks: Block[] = [];
  let at = from;
  while (at < text.length) {
    const fence = fenceAt(text, at);
    const end = fence === undefined ? endOfMarkdown(text, at) : endOfCode(text, at, fence);
    blocks.push(...(fence === undefined ? markdown(text, at, end) : code(text, at, end, fence)));
    at = end;
  }
  return blocks;
}

/** The blocks of a text that begins with `before`. What comes can still change the last two, and nothing else. */
export function growBlocks(blocks: readonly Block[], before: string, text: string): Block[] {
  if (!text.startsWith(before)) return splitBlocks(text);
  const from = blocks.at(-2)?.start ?? 0;
  return [...blocks.filter(({ start }) => start < from), ...splitBlocks(text, from)];
}

type Fence = { mark: string; indent: number };

/** An opening fence at the start of this line that stands in no list. */
function fenceAt(text: string, at: number): Fence | undefined {
  const found = /^( {0,3})(`{3,}|~{3,})([^\n]*)/.exec(lineAt(text, at));
  if (found === null) return undefined;
  const [, indent = '', mark = '', info = ''] = found;
  return mark.startsWith('`') && info.includes('`') ? undefined : { mark, indent: indent.length };
}

function endOfCode(text: string, at: number, { mark }: Fence): number {
  const closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`);
  let line = nextLine(text, at);
  while (line < text.length) {
    const end = nextLine(text, line);
    if (closing.test(withoutBreak(text.slice(line, end)))) return end;
    line = end;
  }
  return text.length;
}

function endOfMarkdown(text: string, at: number): number {
  const inList = listEntry.test(lineAt(text, at));
  let blank = false;
  let line = at;
  while (line < text.length) {
    const content = lineAt(text, line);
    const isBlank = content.trim() === '';
    if (line > at && !isBlank) {
      const goesOnInList = inList && listEntry.test(content);
      if (blank && !/^[ \t]/.test(content) && !goesOnInList) return line;
      // What is indented under an entry is the list's own.
      if (fenceAt(text, line) !== undefined && !(inList && /^ {2}/.test(content))) return line;
    }
    blank = isBlank;
    const next = nextLine(text, line);
    if (next - at > longest) return line > at ? line : cutBefore(text, at + longest);
    line = next;
  }
  return text.length;
}

const listEntry = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

function markdown(text: string, start: number, end: number): Block[] {
  const piece = text.slice(start, end);
  if (piece.trim() === '') return [];
  return [{ kind: isTangled(piece) ? 'as written' : 'markdown', text: piece, start, goesOn: false }];
}

/** More than anybody writes for a reader: drawn as it is, since taking it apart would take too long or nest too deep. */
const isTangled = (text: string): boolean =>
  containers.test(text) || (text.match(/[*_~[\]|<`&]/g)?.length ?? 0) > 600 || /[*_~]{100}/.test(text);

/** More than a dozen quotes and lists in one another: on one line, or by how far an entry is indented. */
const containers =
  /^(?:(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){13}|(?: {4}| {0,3}\t){10}[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t])/m;

/** The lines between the fences, without the indentation of the opening one, in blocks that are not too long. */
function code(text: string, start: number, end: number, { mark, indent }: Fence): Block[] {
  const lines = text.slice(nextLine(text, start), end).split('\n');
  const closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`);
  if (lines.at(-1) === '') lines.pop();
  if (closing.test(lines.at(-1) ?? '')) lines.pop();
  const shift = new RegExp(`^ {0,${indent}}`);
  const pieces = inPieces(lines.map((line) => line.replace(shift, '')));
  return pieces.map((piece, index) => ({ kind: 'code', text: piece, start, goesOn: index > 0 }));
}

/** Whole lines where that can be, each piece with a few thousand letters. */
export function inPieces(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let length = 0;
  for (const line of lines.flatMap(shortLines)) {
    if (length + line.length > longest && piece.length > 0) {
      pieces.push(piece.join('\n'));
      piece = [];
      length = 0;
    }
    piece.push(line);
    length += line.length + 1;
  }
  return [...pieces, piece.join('\n')];
}

function shortLines(line: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (line.length - at > longest) {
    const end = cutBefore(line, at + longest);
    parts.push(line.slice(at, end));
    at = end;
  }
  return [...parts, line.slice(at)];
}

/** Not between the two halves of one character. */
const cutBefore = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

const withoutBreak = (line: string): string => line.replace(/\n$/, '');
const lineAt = (text: string, at: number): string => withoutBreak(text.slice(at, nextLine(text, at)));
