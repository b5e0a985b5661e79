/** An open question → what its window draws. Server text is made safe here; values that go over the wire stay in main. */
import type { ArmingView, ControlView, FieldView, QuestionView } from '../contract/view.ts';
import { type Arming, isCalm } from './arming.ts';
import type { Control, Field } from './field.ts';
import { markLine, markText } from './plainText.ts';

/** What is asked, by whom. `fields` keep their wire values. */
export type Body =
  | { kind: 'form'; message: string; fields: Field[] }
  | Extract<QuestionView['body'], { kind: 'program' | 'folders' }>;

export function bodyView(body: Body, decimalSign: '.' | ','): QuestionView['body'] {
  return body.kind === 'form'
    ? { ...body, fields: body.fields.map((field) => fieldView(field, decimalSign)) }
    : body;
}

export function fieldView(field: Field, decimalSign: '.' | ','): FieldView {
  const view: FieldView = {
    id: field.id,
    label: markLine(field.title ?? field.name),
    required: field.required,
    control: controlView(field.control),
  };
  if (field.description !== undefined && field.description.trim() !== '')
    view.description = markText(field.description);
  if (field.suggestion?.kind === 'ignored') view.suggestionIgnored = true;
  if (field.suggestion?.kind === 'used')
    view.suggested = suggestedEntry(field.control, field.suggestion.value, decimalSign);
  return view;
}

function suggestedEntry(
  control: Control,
  value: string | number | boolean,
  decimalSign: '.' | ',',
): string | boolean {
  if (typeof value === 'boolean') return value;
  if (control.kind === 'choice') return control.options.find((option) => option.value === value)?.id ?? '';
  return typeof value === 'number' ? String(value).replace('.', decimalSign) : value;
}

function controlView(control: Control): ControlView {
  switch (control.kind) {
    case 'boolean':
      return control;
    case 'text': {
      const { pattern: _, ...shown } = control;
      return shown;
    }
    case 'number': {
      const hint = numberHint(control);
      return { kind: 'number', integer: control.integer, ...(hint === '' ? {} : { hint }) };
    }
    case 'choice':
      return { kind: 'choice', options: distinctLabels(control.options) };
    default:
      return control satisfies never;
  }
}

/** Empty and look-alike labels are told apart: what a person picks must be what they meant. */
function distinctLabels(options: Extract<Control, { kind: 'choice' }>['options']) {
  const labels = options.map((option) => (option.label === '' ? '(empty)' : markLine(option.label)));
  return options.map((option, index) => {
    const label = labels[index] ?? '';
    const alone = labels.filter((other) => other.trim() === label.trim()).length === 1;
    return { id: option.id, label: alone ? label : `${label} (“${markLine(String(option.value))}”)` };
  });
}

/** Bounds that only say "any safe integer" are what generators write for "integer"; they tell a person nothing. */
function numberHint(control: Extract<Control, { kind: 'number' }>): string {
  const told = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER && !isInt32Edge(bound)
      ? bound
      : undefined;
  const parts = [
    control.integer ? 'a whole number' : '',
    phrase('at least', told(control.minimum)),
    phrase('more than', told(control.exclusiveMinimum)),
    phrase('at most', told(control.maximum)),
    phrase('less than', told(control.exclusiveMaximum)),
    phrase('a multiple of', control.multipleOf),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const phrase = (words: string, bound: number | undefined): string =>
  bound === undefined ? '' : `${words} ${bound}`;

const isInt32Edge = (bound: number): boolean => bound === 2_147_483_647 || bound === -2_147_483_648;

/** What still keeps Accept from being believed, the first thing first. */
export function armingView(arming: Arming, now: number): ArmingView {
  if (arming.unseen.includes('folds')) return 'open every fold';
  if (arming.unseen.includes('message')) return 'read the message';
  if (arming.unseen.includes('fields')) return 'see every field';
  return isCalm(arming, now) ? 'armed' : 'settling';
}
