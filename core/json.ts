/** JSON values at an edge, before anything is known of them. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What went wrong, in the words of whoever threw it. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
