/**
 * The forms that real SDKs put on the wire, with their contents, in the real dialog: what is valid is typed and arrives
 * as that JSON; what is invalid is typed where a keyboard can, and forged where it cannot, and nothing is sent.
 */
import { checkAnswer, type Entry } from '../core/answer.ts';
import type { Field } from '../core/field.ts';
import { readForm } from '../core/form.ts';
import { asksForSecret } from '../core/sensitive.ts';
import {
  asSent,
  canBeSent,
  entryFor,
  isLeftOut,
  matches,
  names,
  samplesOf,
  schemaOf,
  sorted,
  suggested,
} from '../core/testing/samples.ts';
import { askingServer, type Countersign, clickAway, expect, replies, test } from './countersign.ts';
import { fillIn, pressButton } from './keyboard.ts';

type Record_ = Record<string, unknown>;
type Dialog = Awaited<ReturnType<Countersign['dialog']>>;

for (const name of names) {
  const form = readForm(schemaOf(name), matches);
  if (!form.ok || asksForSecret(form.fields, []) !== undefined) continue;
  const { fields } = form;
  const { valid, invalid } = samplesOf(name);
  const contents = valid.filter((content) => canBeSent(fields, content));
  const wrong = invalid.filter(
    (content) => isRecord(content) && !isLeftOut(fields, content) && !isTypedNumber(fields, content),
  ) as Record_[];

  test(`${name}: ${contents.length} valid contents arrive as typed, ${wrong.length} invalid ones do not leave`, async ({
    start,
    home,
  }) => {
    test.setTimeout(180_000);
    const asking = askingServer(home);
    const countersign = await start({ asking: asking.entry });
    const ask = async (n: number) => {
      const params = { message: `Content ${n}.`, requestedSchema: schemaOf(name) };
      await countersign.call('asking', 'ask_raw', { params });
      return countersign.dialog(`Content ${n}.`);
    };
    for (const [n, content] of contents.entries()) {
      const dialog = await ask(n);
      await fillIn(dialog, fields, content);
      await pressButton(dialog, 'Accept', n % 2 === 0 ? 'Enter' : 'Space');
      await expect
        .poll(() => replies(asking.wire()), { message: JSON.stringify(content) })
        .toHaveLength(n + 1);
      expect(comparable(fields, replies(asking.wire()).at(-1))).toEqual(
        comparable(fields, {
          action: 'accept',
          content: { ...suggested(fields, content), ...sorted(fields, asSent(fields, content)) },
        }),
      );
    }
    for (const [n, content] of wrong.entries()) {
      const dialog = await ask(contents.length + n);
      if (isTypeable(fields, content)) await refusedAtItsField(dialog, fields, content);
      else await refusedByMain(countersign, dialog, fields, content);
      expect(replies(asking.wire())).toHaveLength(contents.length + n);
      await clickAway(dialog.getByRole('button', { name: 'Decline' }));
      await expect.poll(() => replies(asking.wire())).toHaveLength(contents.length + n + 1);
      expect(replies(asking.wire()).at(-1)).toEqual({ action: 'decline' });
    }
  });
}

/** Typed like a valid one: the problem stands at its field, and the dialog stays. */
async function refusedAtItsField(dialog: Dialog, fields: readonly Field[], content: Record_): Promise<void> {
  await fillIn(dialog, fields, content);
  await pressButton(dialog, 'Accept');
  await expect(dialog.locator('.field.wrong .problem').first(), JSON.stringify(content)).toBeVisible();
  await expect(dialog.locator('footer .refusal')).not.toBeEmpty();
}

/** No control can express it, so it comes as if a taken-over page had sent it, after a press that main really saw. */
async function refusedByMain(
  countersign: Countersign,
  dialog: Dialog,
  fields: readonly Field[],
  content: Record_,
): Promise<void> {
  const questionId = await dialog.locator('[data-question-id]').getAttribute('data-question-id');
  await dialog.locator('#scroll').press('End');
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('heading', { level: 1 }).click();
  const forged = await countersign.forge(
    'question:answerInput',
    { questionId, action: 'accept', content: forgedEntries(fields, content) },
    'question',
  );
  expect(forged, JSON.stringify(content)).toMatchObject({ ok: false, code: 'invalid' });
}

/** Ids where there is a field; else one that does not exist. Values that no channel carries go as text. */
function forgedEntries(fields: readonly Field[], content: Record_): Entry[] {
  return Object.entries(content)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const entry = field && entryFor(field, value);
      return [field?.id ?? 'f999', entry ?? (typeof value === 'boolean' ? value : JSON.stringify(value))];
    });
}

/** A number is typed as text: "3" for 3 is what everybody types, and no fault. */
function isTypedNumber(fields: readonly Field[], content: Record_): boolean {
  return fields.some(
    ({ name, control }) =>
      control.kind === 'number' && /^-?\d+$/.test(String(content[name])) && typeof content[name] === 'string',
  );
}

/** Text and numbers can be typed whatever they are; a choice that does not exist cannot be made, nor a suggestion undone. */
function isTypeable(fields: readonly Field[], content: Record_): boolean {
  const undone = fields.some(
    ({ name, required, suggestion }) => required && suggestion !== undefined && !(name in content),
  );
  const empty = Object.values(content).some((value) => Array.isArray(value) && value.length === 0);
  if (undone || empty) return false;
  return Object.entries(content).every(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined) return false;
    const { control } = field;
    if (control.kind === 'text' && (control.format === 'date' || control.format === 'date-time'))
      return false;
    if (control.kind === 'number') return typeof value === 'number' || typeof value === 'string';
    return value === null || control.kind === 'fixed' || entryFor(field, value) !== undefined;
  });
}

/** A moment may be written in several zones. */
function comparable(fields: readonly Field[], reply: unknown): unknown {
  if (!isRecord(reply) || !isRecord(reply.content)) return reply;
  const content = Object.entries(reply.content).map(([name, value]) => {
    const { control } = fields.find((field) => field.name === name) ?? {};
    const isMoment = control?.kind === 'text' && control.format === 'date-time';
    return [name, isMoment ? new Date(String(value)).toISOString() : value];
  });
  return { ...reply, content: Object.fromEntries(content) };
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

test('the contents are worth trying: the check itself knows each of them', () => {
  const counted = names.map((name) => {
    const form = readForm(schemaOf(name), matches);
    return form.ok ? samplesOf(name).valid.filter((content) => canBeSent(form.fields, content)).length : 0;
  });
  expect(counted.reduce((a, b) => a + b, 0)).toBeGreaterThan(50);
  expect(checkAnswer([], [], matches, '.')).toEqual({ ok: true, content: {} });
});
