/**
 * Changes to the text of `servers.json`, which is the person's own: what a change is not about (comments, order, keys of
 * other hosts, the way it is indented) stays as it was. The text has been read before and is valid.
 */
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';

const key = 'mcpServers';

/** Adds an entry at the end, changes the one of this name, or puts it in the place of `instead`. */
export function putEntry(text: string, name: string, entry: Record<string, unknown>, instead = name): string {
  const names = namesIn(text);
  const at = names.indexOf(instead);
  if (at < 0) return change(text, [key, name], entry);
  if (instead === name) return changeEntry(text, name, entry);
  return change(removeEntry(text, instead), [key, name], entry, at);
}

export const removeEntry = (text: string, name: string): string => change(text, [key, name], undefined);

/** Only what is another is touched, so that comments in it stay. */
function changeEntry(text: string, name: string, entry: Record<string, unknown>): string {
  const before = entryOf(text, name);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(entry)])];
  return keys
    .filter((each) => JSON.stringify(before[each]) !== JSON.stringify(entry[each]))
    .reduce((changed, each) => change(changed, [key, name, each], entry[each]), text);
}

export const setDisabled = (text: string, name: string, disabled: boolean): string =>
  change(text, [key, name, 'disabled'], disabled ? true : undefined);

/** `to` is its place among the entries afterwards, from 0. */
export function moveEntry(text: string, name: string, to: number): string {
  const object = serversOf(text);
  const properties = object?.children ?? [];
  const from = properties.findIndex((property) => nameOf(property) === name);
  if (object === undefined || from < 0 || from === to) return text;
  const parts = partsOf(text, object);
  const [moved] = parts.entries.splice(from, 1);
  if (moved === undefined) return text;
  parts.entries.splice(Math.min(to, parts.entries.length), 0, moved);
  return joined(text, object, parts);
}

export const namesIn = (text: string): string[] => (serversOf(text)?.children ?? []).map(nameOf);

function change(text: string, at: JSONPath, value: unknown, place?: number): string {
  const edits = modify(text, at, value, {
    formattingOptions: { ...indentOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' },
    ...(place === undefined ? {} : { getInsertionIndex: () => place }),
  });
  return applyEdits(text, edits);
}

/** As the first indented line has it. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}

const serversOf = (text: string): Node | undefined => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [key]);
};

const nameOf = (property: Node): string => String(property.children?.[0]?.value);

function entryOf(text: string, name: string): Record<string, unknown> {
  const node = serversOf(text)?.children?.find((property) => nameOf(property) === name)?.children?.[1];
  return node === undefined ? {} : (plain(node) as Record<string, unknown>);
}

function plain(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(plain);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    children.map((property) => [nameOf(property), property.children?.[1] && plain(property.children[1])]),
  );
}

/** An entry with the comments before it, and one after it on its last line; then what is left before the closing brace. */
type Parts = {
  entries: { before: string; own: string; after: string }[];
  end: string;
  trailingComma: boolean;
};

function partsOf(text: string, object: Node): Parts {
  const close = object.offset + object.length - 1;
  const entries: Parts['entries'] = [];
  let at = object.offset + 1;
  let trailingComma = false;
  for (const property of object.children ?? []) {
    const end = property.offset + property.length;
    const rest = text.slice(end, close);
    const comma = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(rest)?.[0].length ?? 0;
    trailingComma = comma > 0;
    // A comment on the same line is about what stands before it.
    const after = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\r?\n))/.exec(rest.slice(comma))?.[0] ?? '';
    entries.push({
      before: text.slice(at, property.offset),
      own: `${text.slice(property.offset, end)}${rest.slice(0, Math.max(comma - 1, 0))}`,
      after,
    });
    at = end + comma + after.length;
  }
  return { entries, end: text.slice(at, close), trailingComma };
}

function joined(text: string, object: Node, { entries, end, trailingComma }: Parts): string {
  const inside = entries.map(({ before, own, after }, index) => {
    const comma = index < entries.length - 1 || trailingComma ? ',' : '';
    return `${before}${own}${comma}${after}`;
  });
  const { offset, length } = object;
  return `${text.slice(0, offset + 1)}${inside.join('')}${end}${text.slice(offset + length - 1)}`;
}
