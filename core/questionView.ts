/** An open question → what its window draws. Server text is made safe here; values that go over the wire stay in main. */
import type {
  ApprovalBody,
  ArmingView,
  ControlView,
  FieldView,
  FoldersBody,
  ForwardingBody,
  LinkBody,
  PolicyBody,
  ProgramBody,
  ProviderBody,
  QuestionView,
  RemoteBody,
  RootsBody,
  TraitsBody,
} from '../contract/view.ts';
import { type Arming, isCalm } from './arming.ts';
import type { Elicitation } from './elicitation.ts';
import type { Control, Count, Field, Option, Value } from './field.ts';
import { markLine, markText } from './plainText.ts';

/** What is asked, by whom. `fields` keep their wire values. */
export type Body =
  | Elicitation
  /** `definition` is the tool's as it is shown now. */
  | (WithFields<ApprovalBody> & { definition: string })
  | WithFields<ProgramBody>
  | WithFields<RemoteBody>
  | WithFields<TraitsBody>
  | WithFields<RootsBody>
  | WithFields<ProviderBody>
  /** `href` is what would be opened. */
  | (LinkBody & { href: string })
  | FoldersBody
  | PolicyBody
  | ForwardingBody;
type WithFields<B> = Omit<B, 'fields'> & { fields: Field[] };

export function bodyView(body: Body, decimalSign: '.' | ','): QuestionView['body'] {
  switch (body.kind) {
    case 'form':
      return { ...body, fields: body.fields.map((field) => fieldView(field, decimalSign)) };
    case 'url':
      return { kind: 'url', message: body.message, address: body.address };
    case 'approval': {
      const { definition: _, ...shown } = body;
      return { ...shown, fields: body.fields.map((field) => fieldView(field, decimalSign)) };
    }
    case 'program':
    case 'remote':
    case 'traits':
    case 'roots':
    case 'provider':
      return { ...body, fields: body.fields.map((field) => fieldView(field, decimalSign)) };
    case 'link':
      return { kind: 'link', address: body.address };
    case 'folders':
    case 'policy':
    case 'forwarding':
      return body;
    default:
      return body satisfies never;
  }
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
  if (field.suggestion?.kind === 'used' && field.suggestion.own) view.preset = true;
  if (field.suggestion?.kind === 'used')
    view.suggested = suggestedEntry(field.control, field.suggestion.value, decimalSign);
  return view;
}

function suggestedEntry(
  control: Control,
  value: Value,
  decimalSign: '.' | ',',
): NonNullable<FieldView['suggested']> {
  if (typeof value === 'object')
    return value.map((item) => (control.kind === 'choices' ? idOf(control.options, item) : String(item)));
  if (typeof value === 'boolean') return value;
  if (control.kind === 'choice') return idOf(control.options, value);
  return typeof value === 'number' ? String(value).replace('.', decimalSign) : value;
}

const idOf = (options: readonly Option[], value: string | number): string =>
  options.find((option) => option.value === value)?.id ?? '';

function controlView(control: Control): ControlView {
  switch (control.kind) {
    case 'boolean':
    case 'agree':
      return control;
    case 'fixed':
      return { kind: 'fixed', text: control.value === '' ? '(empty)' : markLine(String(control.value)) };
    case 'choices':
      return { kind: 'choices', options: distinctLabels(control.options), ...hinted(countHint(control)) };
    case 'texts': {
      const { maxItems } = control;
      return {
        kind: 'texts',
        ...(maxItems === undefined ? {} : { maxItems }),
        ...hinted(countHint(control)),
      };
    }
    case 'text': {
      const { pattern: _, ...shown } = control;
      return shown;
    }
    case 'number':
      return { kind: 'number', integer: control.integer, ...hinted(numberHint(control)) };
    case 'choice':
      return { kind: 'choice', options: distinctLabels(control.options) };
    default:
      return control satisfies never;
  }
}

/** Empty and look-alike labels are told apart: what a person picks must be what they meant. */
function distinctLabels(options: readonly Option[]) {
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

const hinted = (hint: string): { hint?: string } => (hint === '' ? {} : { hint });

function countHint({ minItems = 0, maxItems }: Count): string {
  if (minItems > 0 && minItems === maxItems) return `exactly ${minItems}`;
  return [minItems > 0 ? `at least ${minItems}` : '', maxItems === undefined ? '' : `at most ${maxItems}`]
    .filter((part) => part !== '')
    .join(', ');
}

const phrase = (words: string, bound: number | undefined): string =>
  bound === undefined ? '' : `${words} ${bound}`;

const isInt32Edge = (bound: number): boolean => bound === 2_147_483_647 || bound === -2_147_483_648;

/** What still keeps Accept from being believed, the first thing first. */
export function armingView(arming: Arming, now: number): ArmingView {
  if (arming.held) return 'held';
  if (arming.unseen.includes('folds')) return 'open every fold';
  if (arming.unseen.includes('message')) return 'read the message';
  if (arming.unseen.includes('fields')) return 'see every field';
  return isCalm(arming, now) ? 'armed' : 'settling';
}

/** What is to be filled in; nothing where there are only buttons. */
export const fieldsOf = (body: Body): readonly Field[] => ('fields' in body ? body.fields : []);
