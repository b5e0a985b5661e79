/**
 * Which call does a question belong to? Over stdio in the 2025 revisions the wire does not say: with one open
 * request it is that one, with several it may be any of them, with none nobody asked the server anything.
 */
export type CallFor =
  | { kind: 'one'; callIds: [string] }
  | { kind: 'one of'; callIds: string[] }
  | { kind: 'none' };

export function callFor(openCallIds: readonly string[]): CallFor {
  const [first] = openCallIds;
  if (first === undefined) return { kind: 'none' };
  return openCallIds.length === 1
    ? { kind: 'one', callIds: [first] }
    : { kind: 'one of', callIds: [...openCallIds] };
}
