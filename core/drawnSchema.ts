/**
 * The fields of a question → the schema that RJSF draws, and what was entered → what crosses the bridge. Written
 * from our own fields alone: property names are our ids, and no text of a server is read as a schema.
 */
import type { FieldView } from '../contract/view.ts';
import type { Entry } from './answer.ts';
import type { FieldId } from './field.ts';

export type FormData = { [id: FieldId]: string | boolean | undefined };

export type Widget = 'line' | 'lines' | 'date' | 'dateTime' | 'tick' | 'yesNo' | 'radios' | 'list' | 'search';

export type DrawnForm = {
  schema: {
    type: 'object';
    properties: Record<string, { type: 'string' | 'boolean'; title: string }>;
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
      properties: named(({ control, label, suggested }) => ({
        // RJSF fills in "false" for a boolean that is required; yes or no is a choice, and neither is chosen.
        type:
          control.kind === 'boolean' && suggested !== undefined ? ('boolean' as const) : ('string' as const),
        title: label,
      })),
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

/** A box to tick is only drawn where its untouched state was the server's own suggestion. */
export function widgetFor({ control, suggested }: FieldView): Widget {
  switch (control.kind) {
    case 'boolean':
      return suggested === undefined ? 'yesNo' : 'tick';
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

/** Only what was answered; what was cleared is left out. */
export const toEntries = (fields: readonly FieldView[], data: FormData): Entry[] =>
  fields.flatMap((field): Entry[] => {
    const value = data[field.id];
    if (value === undefined || value === '') return [];
    return [[field.id, widgetFor(field) === 'yesNo' ? value === 'yes' : value]];
  });
