/** Why a form cannot be drawn whole, and the one check that finds most reasons. */
import { unknownRestriction } from './schemaKeywords.ts';

export type Schema = Record<string, unknown>;

/** The message is the end of a sentence for the person: "… was refused: the field "x" is …". */
export class CannotDraw extends Error {}

export function refuseUnknown(schema: Schema, known: readonly string[], where: string): void {
  const unknown = unknownRestriction(schema, known);
  if (unknown !== undefined) throw new CannotDraw(`${where} uses "${unknown}", which is not drawn`);
}
