/**
 * Forty forms that real SDKs put on the wire, with contents: each is drawn or refused, and what is entered is what is
 * sent. The table in docs/FORMS.md is made here; `COUNTERSIGN_WRITE=1 npx vitest run core/realForms` writes it anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Content, checkAnswer, type Entry } from './answer.ts';
import { readElicitation } from './elicitation.ts';
import type { Field } from './field.ts';
import { readForm } from './form.ts';
import {
  asSent,
  canBeSent,
  differences,
  entryFor,
  isLeftOut,
  matches,
  names,
  samplesOf,
  schemaOf,
  sorted,
} from './testing/samples.ts';

type Tried = { kind: 'cannot be entered' } | { kind: 'checked'; content: Content | undefined };

function tryContent(fields: readonly Field[], content: Record<string, unknown>): Tried {
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(content)) {
    const field = fields.find((candidate) => candidate.name === name);
    if (value === null) continue; // nothing is entered where a null would be sent
    if (field?.control.kind === 'fixed' && field.control.value === value) continue;
    const entry = field && entryFor(field, value);
    if (field === undefined || entry === undefined) return { kind: 'cannot be entered' };
    entries.push([field.id, entry]);
  }
  const checked = checkAnswer(fields, entries, matches, '.');
  return { kind: 'checked', content: checked.ok ? checked.content : undefined };
}

describe.each(names)('%s', (name) => {
  const form = readForm(schemaOf(name), matches);
  const { valid, invalid } = samplesOf(name);

  it('is drawn or refused as the table says', () => {
    expect(rowOf(name)).toBe(table().find((row) => row.startsWith(`| ${name} |`)));
  });
  if (form.ok && valid.length > 0)
    it('sends each valid content as it was entered', () => {
      for (const content of valid.filter((c) => canBeSent(form.fields, c)))
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowOf(name: string): string {
  const read = readElicitation({ message: 'A question', requestedSchema: schemaOf(name) }, matches, 'local');
  if (!read.ok) return `| ${name} | refused | ${read.refusal.detail} | |`;
  const fields = read.elicitation.kind === 'form' ? read.elicitation.fields : [];
  const told = fields.map(
    ({ name, control, required }) => `${name}: ${control.kind}${required ? '' : ' (optional)'}`,
  );
  const { valid } = samplesOf(name);
  const sendable = valid.filter((content) => canBeSent(fields, content));
  const other = [
    ...new Set(sendable.flatMap((content) => differences(fields, content))),
    ...(sendable.length < valid.length ? ['a required null cannot be sent: an answer is asked for'] : []),
  ];
  return `| ${name} | drawn | ${told.join(', ') || 'no fields'} | ${other.join('; ')} |`.replaceAll(
    '\n',
    ' ',
  );
}

const file = path.resolve(import.meta.dirname, '../docs/FORMS.md');

if (process.env.COUNTERSIGN_WRITE === '1') {
  const head = fs.readFileSync(file, 'utf8').split('| file |')[0];
  fs.writeFileSync(
    file,
    `${head}| file | drawn or refused | fields, or why not | sent otherwise than given |\n|---|---|---|---|\n${names.map(rowOf).join('\n')}\n`,
  );
}

const table = (): string[] => fs.readFileSync(file, 'utf8').split('\n');
