/** What a tool says of itself, as one text that is the same however its keys are ordered: an approval is bound to it. */
import canonicalize from 'canonicalize';

const parts = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'arguments',
  'uri',
] as const;

/** `listed` is the entry as the server listed it; what no host shows or acts on is left out. */
export function definitionText(listed: object): string {
  const entries = Object.entries(listed).filter(([key]) => (parts as readonly string[]).includes(key));
  return canonicalize(Object.fromEntries(entries)) ?? '';
}

/** The same with a part to a line, for a person to compare. */
export const readable = (definition: string): string => JSON.stringify(JSON.parse(definition), undefined, 2);
