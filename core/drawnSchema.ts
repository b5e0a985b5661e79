/**
 * The fields of a question → the schema that RJSF draws, and what was entered → what crosses the bridge. Written
 * from our own fields alone: property names are our ids, and no text of a server is read as a schema.
 */
import type { FieldView } from '../contract/view.ts';
import type { Entry } from './answer.ts';
import type { FieldId } from './field.ts';

export type FormData = { [id: FieldId]: string | boolean | readonly string[] | undefined };

export type Widget =
  | 'line'
  | 'lines'
  | 'date'
  | 'dateTime'
  | 'tick'
  | 'yesNo'
  | 'radios'
  | 'list'
  | 'search'
  | 'checks'
  | 'texts'
  | 'fixed';

type DrawnProperty =
  | { type: 'string' | 'boolean'; title: string }
  | { type: 'array'; title: string; items: { type: 'string' } };

export type DrawnForm = {
  schema: {
    type: 'object';
    properties: Record<string, DrawnProperty>;
    required: string[];
  };
  uiSchema: Record<string, { 'ui:widget': Widget; 'ui:options': { view: FieldView; widgetKind: Widget } }>;
  formData: FormData;
};

/** Texts longer than this get several lines. */
const oneLine = 120;
/** From so many choices on a list is drawn, and a search field. */
const listFrom = 6;
const searchFrom = 20;

export function drawnForm(fields: readonly FieldView[]): DrawnForm {
  const named = <T>(make: (field: FieldView) => T): Record<string, T> =>
    Object.fromEntries(fields.map((field) => [field.id, make(field)]));
  return {
    schema: {
      type: 'object',
      properties: named(drawnProperty),
      required: fields.filter((field) => field.required).map((field) => field.id),
    },
    uiSchema: named((view) => {
      const widget = widgetFor(view);
      return { 'ui:widget': widget, 'ui:options': { view, widgetKind: widget } };
    }),
    formData: Object.fromEntries(
      fields.flatMap((f) => (f.suggested === undefined ? [] : [[f.id, f.suggested]])),
    ),
  };
}

function drawnProperty({ control, label, suggested }: FieldView): DrawnProperty {
  if (control.kind === 'choices' || control.kind === 'texts')
    return { type: 'array', title: label, items: { type: 'string' } };
  // RJSF fills in "false" for a boolean that is required; yes or no is a choice, and neither is chosen.
  const ticked = control.kind === 'agree' || (control.kind === 'boolean' && suggested !== undefined);
  return { type: ticked ? 'boolean' : 'string', title: label };
}

/** A box to tick is only drawn where its untouched state was the server's own suggestion. */
export function widgetFor({ control, suggested }: FieldView): Widget {
  switch (control.kind) {
    case 'boolean':
      return suggested === undefined ? 'yesNo' : 'tick';
    case 'agree':
      return 'tick';
    case 'fixed':
    case 'texts':
      return control.kind;
    case 'choices':
      return 'checks';
    case 'number':
      return 'line';
    case 'choice':
      if (control.options.length < listFrom) return 'radios';
      return control.options.length < searchFrom ? 'list' : 'search';
    case 'text':
      if (control.format === 'date') return 'date';
      if (control.format === 'date-time') return 'dateTime';
      return (control.maxLength ?? 0) > oneLine ? 'lines' : 'line';
    default:
      return control satisfies never;
  }
}

/** Empty lines are no entries; a list without entries is no answer. */
function listEntry(id: FieldId, list: readonly string[]): Entry[] {
  const filled = list.filter((text) => text !== '');
  return filled.length === 0 ? [] : [[id, filled]];
}

/** Only what was answered; what was cleared is left out. */
export const toEntries = (fields: readonly FieldView[], data: FormData): Entry[] =>
  fields.flatMap((field): Entry[] => {
    const value = data[field.id];
    if (value === undefined || value === '' || field.control.kind === 'fixed') return [];
    if (typeof value === 'object') return listEntry(field.id, value);
    return [[field.id, widgetFor(field) === 'yesNo' ? value === 'yes' : value]];
  });
