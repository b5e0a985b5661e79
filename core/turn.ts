/**
 * Whose turn is it? One question is shown at a time, in turn between servers, the oldest first within one, so
 * that a server with many questions cannot keep another's from the person.
 */
export type Waiting = { questionId: string; serverId: string; askedAt: number };

/** `lastServerId` is the server whose question was shown last. */
export function nextInTurn(
  waiting: readonly Waiting[],
  lastServerId: string | undefined,
): Waiting | undefined {
  const oldest = [...waiting].sort((a, b) => a.askedAt - b.askedAt);
  const servers = [...new Set(oldest.map((question) => question.serverId))].sort();
  const after = servers.find((serverId) => lastServerId === undefined || serverId > lastServerId);
  const turn = lastServerId === undefined ? oldest[0]?.serverId : (after ?? servers[0]);
  return oldest.find((question) => question.serverId === turn);
}
