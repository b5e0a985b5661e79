/** The choices of a field: enum with or without enumNames, or oneOf/anyOf of titled constants; strings or whole numbers. */
import { CannotDraw, refuseUnknown, type Schema } from './cannotDraw.ts';
import type { Option } from './field.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';

/** Undefined when `schema` lists no choices. */
export function readOptions(name: string, schema: Schema): Option[] | undefined {
  const key = (['enum', 'oneOf', 'anyOf'] as const).find((candidate) => candidate in schema);
  if (key === undefined) return undefined;
  refuseUnknown(schema, ['type', key], `the field "${name}"`);
  const listed = schema[key];
  if (!Array.isArray(listed) || listed.length === 0)
    throw new CannotDraw(`the field "${name}" has no choices`);
  if (listed.length > limits.choices)
    throw new CannotDraw(
      `the field "${name}" has ${listed.length} choices; at most ${limits.choices} are drawn`,
    );
  const titled = key === 'enum' ? withEnumNames(listed, schema.enumNames) : listed.map(readConst(name));
  refuseMixedChoices(name, schema.type, titled, key);
  return once(titled).map((choice, index) => toOption(choice, index));
}

type Choice = { value: unknown; title?: string };

function withEnumNames(values: unknown[], names: unknown): Choice[] {
  const fits =
    Array.isArray(names) && names.length === values.length && names.every((n) => typeof n === 'string');
  return values.map((value, index) => (fits ? { value, title: names[index] as string } : { value }));
}

/** A value that is listed twice is one choice. */
const once = (choices: Choice[]): Choice[] =>
  choices.filter(({ value }, index) => choices.findIndex((other) => other.value === value) === index);

const readConst =
  (name: string) =>
  (entry: unknown): Choice => {
    if (!isObject(entry) || !('const' in entry))
      throw new CannotDraw(`the field "${name}" is a union of kinds, which is not drawn`);
    refuseUnknown(entry, ['const', 'type'], `a choice of the field "${name}"`);
    const fits = entry.type === undefined || typeFits(entry.type, entry.const);
    if (!fits) throw new CannotDraw(`a choice of the field "${name}" is not of the type it names`);
    return typeof entry.title === 'string'
      ? { value: entry.const, title: entry.title }
      : { value: entry.const };
  };

function refuseMixedChoices(name: string, type: unknown, choices: Choice[], key: string): void {
  const values = choices.map((choice) => choice.value);
  const kinds = new Set(values.map((value) => (Number.isSafeInteger(value) ? 'integer' : typeof value)));
  const [kind] = kinds;
  if (kinds.size !== 1 || (kind !== 'string' && kind !== 'integer'))
    throw new CannotDraw(`the choices of the field "${name}" are neither all texts nor all whole numbers`);
  if (type !== undefined && !values.every((value) => typeFits(type, value)))
    throw new CannotDraw(`the choices of the field "${name}" are not of the type it names`);
  if (key === 'oneOf' && new Set(values).size !== values.length)
    throw new CannotDraw(`the field "${name}" lists a choice twice, so that it could never be chosen`);
}

const typeFits = (type: unknown, value: unknown): boolean =>
  typeof value === 'string' ? type === 'string' : type === 'integer' || type === 'number';

const toOption = (choice: Choice, index: number): Option => ({
  id: `o${index}`,
  label: choice.title ?? String(choice.value),
  value: choice.value as string | number,
});
