/**
 * Forty forms that real SDKs put on the wire, with contents: each is drawn or refused, and what is entered is what is
 * sent. The table in docs/FORMS.md is made here; `COUNTERSIGN_WRITE=1 npx vitest run core/realForms` writes it anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Content, checkAnswer, type Entry, type Matches } from './answer.ts';
import { readElicitation } from './elicitation.ts';
import type { Field } from './field.ts';
import { readForm } from './form.ts';

const folder = path.resolve(import.meta.dirname, 'testing/schemas');
const json = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
const samples: Record<string, { valid: Record<string, unknown>[]; invalid: unknown[] }> =
  json('samples.json');
const names = fs
  .readdirSync(folder)
  .filter((name) => name !== 'samples.json')
  .sort();
const matches: Matches = (pattern, text) => new RegExp(pattern, 'u').test(text);

/** What a person would do to send `value`; undefined where the control cannot express it at all. */
function enter({ control }: Field, value: unknown): Entry[1] | undefined {
  const idOf = (v: unknown) =>
    'options' in control ? control.options.find((o) => o.value === v)?.id : undefined;
  switch (control.kind) {
    case 'boolean':
    case 'agree':
      return typeof value === 'boolean' ? value : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'choice':
      return idOf(value);
    case 'choices': {
      const ids = Array.isArray(value) ? value.map(idOf) : [undefined];
      return ids.every((id) => id !== undefined) ? ids : undefined;
    }
    case 'texts':
      return Array.isArray(value) && value.every((v) => typeof v === 'string') ? value : undefined;
    case 'fixed':
      return undefined;
    default:
      return control satisfies never;
  }
}

type Tried = { kind: 'cannot be entered' } | { kind: 'checked'; content: Content | undefined };

function tryContent(fields: readonly Field[], content: Record<string, unknown>): Tried {
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(content)) {
    const field = fields.find((candidate) => candidate.name === name);
    if (value === null) continue; // nothing is entered where a null would be sent
    if (field?.control.kind === 'fixed' && field.control.value === value) continue;
    const entry = field && enter(field, value);
    if (field === undefined || entry === undefined) return { kind: 'cannot be entered' };
    entries.push([field.id, entry]);
  }
  const checked = checkAnswer(fields, entries, matches, '.');
  return { kind: 'checked', content: checked.ok ? checked.content : undefined };
}

/** As the form sends it: no null, no empty optional text or list, fixed values filled in. */
function asSent(fields: readonly Field[], content: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(content).filter(([name, value]) => {
    const optional = !fields.find((field) => field.name === name)?.required;
    return value !== null && !(optional && (value === '' || (Array.isArray(value) && value.length === 0)));
  });
  const fixed = fields.flatMap(({ name, control }) =>
    control.kind === 'fixed' ? [[name, control.value]] : [],
  );
  return Object.fromEntries([...kept, ...fixed]);
}

describe.each(names)('%s', (name) => {
  const form = readForm(json(name), matches);
  const { valid, invalid } = samples[name] ?? { valid: [], invalid: [] };

  it('is drawn or refused as the table says', () => {
    expect(rowOf(name)).toBe(table().find((row) => row.startsWith(`| ${name} |`)));
  });
  if (form.ok && valid.length > 0)
    it('sends each valid content as it was entered', () => {
      for (const content of valid.filter(
        (c) => !form.fields.some(({ name, required }) => required && c[name] === null),
      ))
        expect(tryContent(form.fields, content), JSON.stringify(content)).toEqual({
          kind: 'checked',
          content: sorted(form.fields, asSent(form.fields, content)),
        });
    });
  if (form.ok && invalid.length > 0)
    it('sends none of the invalid contents', () => {
      for (const content of invalid.filter((c) => isRecord(c) && !isLeftOut(form.fields, c))) {
        const tried = tryContent(form.fields, content as Record<string, unknown>);
        if (tried.kind === 'checked') expect(tried.content, JSON.stringify(content)).toBeUndefined();
      }
    });
});

/** Invalid for what the form would leave out anyway, or fill in: a null, an empty optional text, a list that is not there. */
const isLeftOut = (fields: readonly Field[], content: Record<string, unknown>): boolean =>
  fields.some(({ name, required, control }) => {
    const isList = control.kind === 'texts' || control.kind === 'choices';
    return (
      content[name] === null ||
      (!required && content[name] === '') ||
      (required && isList && !(name in content))
    );
  });

/** A list is sent in the schema's order. */
function sorted(fields: readonly Field[], content: Record<string, unknown>): Record<string, unknown> {
  const order = ({ control }: Field, list: unknown[]) =>
    control.kind === 'choices'
      ? control.options.map((o) => o.value as unknown).filter((v) => list.includes(v))
      : list;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return [name, field && Array.isArray(value) ? order(field, value) : value];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowOf(name: string): string {
  const read = readElicitation({ message: 'A question', requestedSchema: json(name) }, matches, 'local');
  if (!read.ok) return `| ${name} | refused | ${read.refusal.detail} |`;
  const fields = read.elicitation.kind === 'form' ? read.elicitation.fields : [];
  const told = fields.map(
    ({ name, control, required }) => `${name}: ${control.kind}${required ? '' : ' (optional)'}`,
  );
  return `| ${name} | drawn | ${told.join(', ') || 'no fields'} |`.replaceAll('\n', ' ');
}

const file = path.resolve(import.meta.dirname, '../docs/FORMS.md');

if (process.env.COUNTERSIGN_WRITE === '1') {
  const head = fs.readFileSync(file, 'utf8').split('| file |')[0];
  fs.writeFileSync(
    file,
    `${head}| file | drawn or refused | fields, or why not |\n|---|---|---|\n${names.map(rowOf).join('\n')}\n`,
  );
}

const table = (): string[] => fs.readFileSync(file, 'utf8').split('\n');
