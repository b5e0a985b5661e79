import { describe, expect, it } from 'vitest';
import type { ControlView, FieldView } from '../contract/view.ts';
import { offsetText, toLocal, toRfc3339 } from './dateTime.ts';
import { drawnForm, toEntries, widgetFor } from './drawnSchema.ts';

const field = (control: ControlView, more: Partial<FieldView> = {}): FieldView => ({
  id: 'f0',
  label: 'L',
  required: false,
  control,
  ...more,
});
const options = (count: number) => ({
  kind: 'choice' as const,
  options: Array.from({ length: count }, (_, i) => ({ id: `o${i}` as const, label: `${i}` })),
});

describe('a field is drawn as', () => {
  it.each<[string, FieldView, string]>([
    ['one line', field({ kind: 'text' }), 'line'],
    ['one line up to 120', field({ kind: 'text', maxLength: 120 }), 'line'],
    ['several lines from 121', field({ kind: 'text', maxLength: 121 }), 'lines'],
    ['typed text for a number, so that nothing is rounded', field({ kind: 'number', integer: true }), 'line'],
    ['a date', field({ kind: 'text', format: 'date' }), 'date'],
    ['a date and time', field({ kind: 'text', format: 'date-time' }), 'dateTime'],
    ['yes or no, neither chosen', field({ kind: 'boolean' }), 'yesNo'],
    [
      'a box to tick where the server suggested its state',
      field({ kind: 'boolean' }, { suggested: false }),
      'tick',
    ],
    ['radio buttons up to five', field(options(5)), 'radios'],
    ['a list from six', field(options(6)), 'list'],
    ['a search from twenty', field(options(20)), 'search'],
  ])('%s', (_name, view, widget) => {
    expect(widgetFor(view)).toBe(widget);
  });
});

describe('a form', () => {
  it('has our ids for names, and suggestions filled in', () => {
    const form = drawnForm([
      field({ kind: 'text' }, { suggested: 'x', required: true }),
      field({ kind: 'boolean' }, { id: 'f1' }),
    ]);
    expect(form.schema).toEqual({
      type: 'object',
      properties: { f0: { type: 'string', title: 'L' }, f1: { type: 'string', title: 'L' } },
      required: ['f0'],
    });
    expect(form.formData).toEqual({ f0: 'x' });
  });
  it('gives only what was answered', () => {
    const fields = ['f0', 'f1', 'f2'].map((id) => field({ kind: 'text' }, { id: id as 'f0' }));
    expect(toEntries(fields, { f0: 'x', f1: '', f2: undefined })).toEqual([['f0', 'x']]);
    expect(toEntries([field({ kind: 'boolean' })], { f0: 'no' })).toEqual([['f0', false]]);
    expect(toEntries([field({ kind: 'boolean' }, { suggested: true })], { f0: false })).toEqual([
      ['f0', false],
    ]);
  });
});

describe('a date and time', () => {
  it.each([
    ['2026-12-01T10:00', 840, '2026-12-01T10:00:00+14:00'], // Kiritimati
    ['2026-12-01T10:00:30', -600, '2026-12-01T10:00:30-10:00'], // Adak
    ['2026-12-01T10:00', 0, '2026-12-01T10:00:00+00:00'],
    ['2026-12-01T10:00', -570, '2026-12-01T10:00:00-09:30'],
  ])('%s at %i minutes is %s', (local, offset, sent) => {
    expect(toRfc3339(local, offset)).toBe(sent);
    expect(toLocal(sent, offset)).toBe(sent.slice(0, 19));
  });
  it('is none when it is none', () => {
    expect(toLocal('soon', 0)).toBeUndefined();
    expect(offsetText(330)).toBe('+05:30');
  });
});
