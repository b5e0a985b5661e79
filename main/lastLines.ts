/** The last lines of what a program writes: of bounded size, however much that is, and made safe to show when it is shown. */
import { StringDecoder } from 'node:string_decoder';
import { markText } from '../core/plainText.ts';

const keptLines = 200;
const keptCharacters = 2_000;

export type LastLines = {
  add: (chunk: Buffer) => void;
  /** A line of the host's own. */
  note: (line: string) => void;
  lines: () => string[];
};

export function lastLines(): LastLines {
  const decoder = new StringDecoder('utf8');
  let whole: string[] = [];
  let rest = '';
  const keep = (lines: readonly string[]) => {
    whole = [...whole, ...lines.slice(-keptLines).map((line) => line.slice(0, keptCharacters))].slice(
      -keptLines,
    );
  };
  return {
    add: (chunk) => {
      const parts = `${rest}${decoder.write(chunk)}`.split(/\r?\n/);
      rest = (parts.pop() ?? '').slice(-keptCharacters);
      keep(parts);
    },
    note: (line) => keep(line.split('\n')),
    lines: () => (rest === '' ? whole : [...whole, rest]).map(markText),
  };
}
