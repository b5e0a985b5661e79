import { describe, expect, it } from 'vitest';
import { endingInWords } from './audit.ts';
import type { Refusal } from './elicitation.ts';
import { answerInRound, type Reply, replyTo, tellEnding } from './ending.ts';
import type { Ending } from './question.ts';

const refused = (kind: Refusal['kind']): Ending => ({ kind: 'refused', refusal: { kind, detail: 'd' } });
const result = (action: string, content?: object) => ({
  kind: 'result',
  result: { action, ...(content && { content }) },
});
const error = (code: number) => ({ kind: 'error', code, message: expect.stringContaining('d') });
const nothing = { kind: 'none' };

describe('each ending has its reply, its words in the record, and a line for the person', () => {
  it.each<[Ending, unknown, string]>([
    [{ kind: 'accepted', content: { a: 1 }, via: 'key' }, result('accept', { a: 1 }), 'answered: accept'],
    [{ kind: 'accepted', content: {}, via: 'pointer' }, result('accept', {}), 'answered: accept'],
    [{ kind: 'accepted', content: undefined, via: 'key' }, result('accept'), 'answered: accept'],
    [{ kind: 'not opened', detail: 'd' }, result('cancel'), 'accepted, not opened'],
    [{ kind: 'declined' }, result('decline'), 'answered: decline'],
    [{ kind: 'cancelled', by: 'button' }, result('cancel'), 'answered: cancel (button)'],
    [{ kind: 'cancelled', by: 'escape' }, result('cancel'), 'answered: cancel (escape)'],
    [{ kind: 'cancelled', by: 'window closed' }, result('cancel'), 'answered: cancel (window closed)'],
    [{ kind: 'cancelled', by: 'stop call' }, result('cancel'), 'answered: cancel (stop call)'],
    [{ kind: 'cancelled', by: 'mute server' }, result('cancel'), 'answered: cancel (mute server)'],
    [{ kind: 'expired', seen: true }, result('cancel'), 'expired (seen)'],
    [{ kind: 'expired', seen: false }, result('cancel'), 'expired (unseen)'],
    [{ kind: 'withdrawn', why: 'call ended' }, result('cancel'), 'withdrawn: call ended'],
    [{ kind: 'withdrawn', why: 'quit' }, result('cancel'), 'withdrawn: quit'],
    [{ kind: 'withdrawn', why: 'server' }, nothing, 'withdrawn: server'],
    [{ kind: 'withdrawn', why: 'connection' }, nothing, 'withdrawn: connection'],
    [refused('unsupported'), result('decline'), 'refused by host: unsupported'],
    [refused('secret'), result('decline'), 'refused by host: secret'],
    [refused('address'), result('decline'), 'refused by host: address'],
    [refused('muted'), result('decline'), 'refused by host: muted'],
    [refused('window lost'), result('decline'), 'refused by host: window lost'],
    [refused('malformed'), error(-32602), 'refused by host: malformed'],
    [refused('outside a call'), error(-32600), 'refused by host: outside a call'],
    [refused('duplicate id'), error(-32600), 'refused by host: duplicate id'],
    [refused('flood'), error(-32000), 'refused by host: flood'],
  ])('%o', (ending, reply, words) => {
    expect(replyTo(ending)).toEqual(reply);
    expect(endingInWords(ending)).toBe(words);
    expect(tellEnding(ending)).not.toBe('');
  });

  it('no content leaves with a decline or a cancel', () => {
    const replies: Reply[] = [replyTo({ kind: 'declined' }), replyTo({ kind: 'cancelled', by: 'button' })];
    for (const reply of replies)
      expect(Object.keys(reply.kind === 'result' ? reply.result : {})).toEqual(['action']);
  });
});

const answer = (action: string, content?: object) => ({
  kind: 'answer',
  answer: { action, ...(content && { content }) },
});
const noRetry = (code: number) => ({ kind: 'no retry', code, why: expect.any(String) });

describe('in a round of 2026-07-28 each ending is an answer, or the call goes no further', () => {
  it.each<[Ending, unknown]>([
    [{ kind: 'accepted', content: { a: 1 }, via: 'key' }, answer('accept', { a: 1 })],
    [{ kind: 'accepted', content: undefined, via: 'key' }, answer('accept')],
    [{ kind: 'not opened', detail: 'd' }, answer('cancel')],
    [{ kind: 'declined' }, answer('decline')],
    [{ kind: 'cancelled', by: 'button' }, answer('cancel')],
    [{ kind: 'expired', seen: true }, answer('cancel')],
    [{ kind: 'expired', seen: false }, answer('cancel')],
    [refused('unsupported'), answer('decline')],
    [refused('secret'), answer('decline')],
    [refused('address'), answer('decline')],
    [refused('muted'), answer('decline')],
    [refused('window lost'), answer('decline')],
    [{ kind: 'withdrawn', why: 'call ended' }, noRetry(-32000)],
    [{ kind: 'withdrawn', why: 'quit' }, noRetry(-32000)],
    [{ kind: 'withdrawn', why: 'server' }, noRetry(-32000)],
    [{ kind: 'withdrawn', why: 'connection' }, noRetry(-32000)],
    [refused('malformed'), noRetry(-32602)],
    [refused('flood'), noRetry(-32000)],
  ])('%o', (ending, said) => {
    expect(answerInRound(ending)).toEqual(said);
  });
});
