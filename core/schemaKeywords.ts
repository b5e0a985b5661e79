/**
 * The keywords of JSON Schema (draft-07 and 2020-12) that restrict what an answer may be. One of these that we
 * do not check would make the host say "valid" wrongly, so a form that holds one we do not know is refused; all
 * other keywords only describe.
 */
const restricting = new Set([
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
  ...['maxItems', 'minItems', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'maxProperties'],
  ...['minProperties', 'required', 'properties', 'patternProperties', 'additionalProperties'],
  ...['unevaluatedProperties', 'dependencies', 'dependentRequired', 'dependentSchemas', 'propertyNames'],
  ...['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['$ref', '$dynamicRef', '$recursiveRef', 'extends', 'disallow', 'divisibleBy'],
]);

/** These say nothing about a value of another type, so a stray one is harmless there (JSON Schema validation, §6). */
export const boundsByType = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
} as const;

const harmlessElsewhere: readonly string[] = [...boundsByType.string, ...boundsByType.number];

/** The first restricting keyword of `schema` that is neither in `known` nor harmless for its type, if any. */
export function unknownRestriction(
  schema: Record<string, unknown>,
  known: readonly string[],
): string | undefined {
  return Object.keys(schema).find((key) => restricting.has(key) && !known.includes(key));
}

/** The bounds that do not apply to a field of this type. */
export const boundsOfOtherTypes = (own: readonly string[]): string[] =>
  harmlessElsewhere.filter((key) => !own.includes(key));
