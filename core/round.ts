/**
 * Revision 2026-07-28: a server asks by ending the request with `input_required`, and gets the answers in another
 * request. Here a round is read from what came over the wire, and the next request is written.
 */

import type { Answer } from './ending.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';

/** Each question under the server's own key for it; `state` goes back as it came, or is left out as it was. */
export type Round = { questions: AskedInRound[]; state: string | undefined };
/** A question to the person, or one for the folders that are shared with the server. */
export type AskedInRound = { key: string; about: 'the person' | 'folders'; params: unknown };
export type ReadRound = ({ ok: true } & Round) | { ok: false; detail: string };

export const isRound = (result: unknown): boolean =>
  isObject(result) && result.resultType === 'input_required';

/** Anything that was not declared ends the call: there is no half of a round that could be answered. */
export function readRound(result: unknown): ReadRound {
  const { inputRequests = {}, requestState } = isObject(result) ? result : {};
  if (!isObject(inputRequests)) return no('its questions are not an object');
  if (requestState !== undefined && typeof requestState !== 'string') return no('its state is not a text');
  const asked = Object.entries(inputRequests);
  if (asked.length === 0 && requestState === undefined) return no('it has neither questions nor a state');
  if (asked.length > limits.openQuestionsPerServer)
    return no(`it asks more than ${limits.openQuestionsPerServer} questions at once`);
  const strange = asked.find(([key, request]) => key === '__proto__' || !isOffered(methodOf(request)));
  if (strange !== undefined)
    return no(`it asks for “${String(methodOf(strange[1]))}”, which this client never offered`);
  return {
    ok: true,
    questions: asked.map(([key, request]) => ({
      key,
      about: methodOf(request) === 'roots/list' ? 'folders' : 'the person',
      params: isObject(request) ? request.params : undefined,
    })),
    state: requestState,
  };
}

const no = (detail: string): ReadRound => ({ ok: false, detail });
const isOffered = (method: unknown): boolean => method === 'elicitation/create' || method === 'roots/list';
const methodOf = (request: unknown): unknown => (isObject(request) ? request.method : undefined);

/** What is added to the first request's parameters; nothing else of a server's gets into them. */
export type Continuation = { inputResponses?: Record<string, RoundAnswer>; requestState?: string };
export type RoundAnswer = Answer | { roots: readonly object[] };

export function continuation(
  state: string | undefined,
  answers: readonly (readonly [string, RoundAnswer])[],
): Continuation {
  return {
    ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
    ...(state === undefined ? {} : { requestState: state }),
  };
}
