/**
 * The fields that a question may hold, as our own code understood them. Pages draw these and the answer is
 * checked against these; the schema that a server sent goes no further than `form.ts`.
 */
export type FieldId = `f${number}`;
export type OptionId = `o${number}`;

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export type TextControl = {
  kind: 'text';
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: TextFormat;
  /** Not shown while it is typed. Only in questions of the app itself: no server gets such a field. */
  secret?: true;
};

/** How many of something there may be, and whether one may be there twice. */
export type Count = { minItems?: number; maxItems?: number; uniqueItems?: boolean };

export type Control =
  | TextControl
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
  | { kind: 'choice'; options: Option[] }
  /** Any number of the options, sent as a list in their order. */
  | ({ kind: 'choices'; options: Option[] } & Count)
  /** A list of texts that the person writes. */
  | ({ kind: 'texts'; item: TextControl } & Count)
  /** The one value that the server takes: shown, and sent as it is. */
  | { kind: 'fixed'; value: string | number | false }
  /** Must be ticked by the person; `false` cannot be sent. */
  | { kind: 'agree' };

export type Option = { id: OptionId; label: string; value: string | number };

/** What the server proposes: filled in and marked, or set aside because the server's own rules refuse it. */
export type Value = string | number | boolean | readonly (string | number)[];
export type Suggestion =
  | { kind: 'used'; value: Value /** By Countersign itself, in a dialog of its own. */; own?: true }
  | { kind: 'ignored' };

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
