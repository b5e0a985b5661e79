/**
 * The fields that a question may hold, as our own code understood them. Pages draw these and the answer is
 * checked against these; the schema that a server sent goes no further than `form.ts`.
 */
export type FieldId = `f${number}`;
export type OptionId = `o${number}`;

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export type Control =
  | {
      kind: 'text';
      minLength?: number;
      maxLength?: number;
      pattern?: string;
      format?: TextFormat;
    }
  | {
      kind: 'number';
      integer: boolean;
      minimum?: number;
      maximum?: number;
      exclusiveMinimum?: number;
      exclusiveMaximum?: number;
      multipleOf?: number;
    }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: Option[] };

export type Option = { id: OptionId; label: string; value: string | number };

/** What the server proposes: filled in and marked, or set aside because the server's own rules refuse it. */
export type Suggestion = { kind: 'used'; value: string | number | boolean } | { kind: 'ignored' };

export type Field = {
  id: FieldId;
  /** The property's name, as the server gets it back. */
  name: string;
  title?: string;
  description?: string;
  required: boolean;
  control: Control;
  suggestion?: Suggestion;
};
