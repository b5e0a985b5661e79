import { afterEach, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../core/audit.ts';
import { limits } from '../core/limits.ts';
import { connected, type Options, stopAll } from './testing/connected.ts';

afterEach(stopAll);

const modern = (options: Options = {}) => connected({ era: 'modern', protocol: 'newer only', ...options });
type Bench = Awaited<ReturnType<typeof connected>>;

const form = { message: 'Sure?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } };
const ask = (params: object = form) => ({ method: 'elicitation/create', params });
const round = (inputRequests: object | undefined, requestState?: string) => ({
  resultType: 'input_required',
  ...(inputRequests && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});
const accept = (content: object = { a: 'x' }) => ({ kind: 'accepted', content, via: 'key' }) as never;
const agreed = { kind: 'accepted', content: undefined, via: 'key' } as const;
const events = (log: AuditEvent[]) => log.map((entry) => entry.event);
const over = ({ server }: Bench, call: { state: { state: string } }) =>
  server.until(() => (['done', 'failed', 'cancelled'].includes(call.state.state) ? call.state : undefined));
const openQuestion = ({ server, questions }: Bench, nth = 0) => server.until(() => questions.open[nth]);

/** Answers the next round with what is given, and takes the request that follows. */
async function answerNext(bench: Bench, ending: object) {
  const { questionId } = await openQuestion(bench);
  bench.questions.settle(questionId, ending as never);
  return bench.server.nextRequest();
}

describe('which revision is spoken', () => {
  it.each<[Options['protocol'], Options['era'], string]>([
    ['older first', 'older', '2025-11-25'],
    ['older first', 'modern', '2026-07-28'],
    ['older first', 'both', '2025-11-25'],
    ['newer first', 'both', '2026-07-28'],
    ['newer first', 'older', '2025-11-25'],
    ['newer first', 'modern', '2026-07-28'],
    ['older only', 'older', '2025-11-25'],
    ['newer only', 'modern', '2026-07-28'],
  ])('%s, of a server that speaks the %s one: %s', async (protocol, era, protocolVersion) => {
    const { connection } = await connected({ protocol, era });
    expect(connection.state).toMatchObject({ state: 'ready', protocolVersion });
  });

  it.each<[Options['protocol'], Options['era']]>([
    ['older only', 'modern'],
    ['newer only', 'older'],
  ])('%s, of a server that speaks the %s one: a plain failure', async (protocol, era) => {
    const { connection } = await connected({ protocol, era });
    expect(connection.state.state).toBe('failed');
  });
});

describe('E055: a question inside a result', () => {
  it('is asked, and answered by one more request: same parameters, a new id, the state as it came', async () => {
    const bench = await modern();
    const call = bench.call();
    const first = await bench.server.nextRequest();
    const state = ' \u0000\u2028"\\ü\u{1F600}';
    await bench.server.answer(first.id, round({ 'the key': ask() }, state));
    const second = await answerNext(bench, accept());
    expect(second.id).not.toBe(first.id);
    expect(second.params).toMatchObject({
      name: 't',
      arguments: { a: 1 },
      inputResponses: { 'the key': { action: 'accept', content: { a: 'x' } } },
      requestState: state,
    });
    await bench.server.result(second.id);
    expect(await over(bench, call)).toMatchObject({ state: 'done' });
    expect(events(bench.log)).toEqual([
      'server ready',
      'call sent',
      'question asked',
      'question ended',
      'call continued',
      'answer sent',
      'call ended',
    ]);
  });

  it.each<[string, object, object]>([
    ['declined', { kind: 'declined' }, { action: 'decline' }],
    ['cancelled', { kind: 'cancelled', by: 'escape' }, { action: 'cancel' }],
    ['expired', { kind: 'expired', seen: true }, { action: 'cancel' }],
  ])('%s: the bare action, and no state where there was none', async (_name, ending, response) => {
    const bench = await modern();
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const { params } = await answerNext(bench, ending as never);
    expect(params.inputResponses).toEqual({ q: response });
    expect(params).not.toHaveProperty('requestState');
  });

  it('the folders that are shared are told in it, beside what the person answers', async () => {
    const roots = [{ uri: 'file:///a', name: 'a' }];
    const bench = await modern({ rootsOf: async () => roots });
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ f: { method: 'roots/list' }, q: ask() }, 's'));
    const { params } = await answerNext(bench, { kind: 'declined' });
    expect(params.inputResponses).toEqual({ f: { roots }, q: { action: 'decline' } });
  });

  it('what is told of the folders is what is shared when the answer leaves, not when it was asked', async () => {
    let shared = 'before';
    const bench = await modern({ rootsOf: async () => [{ uri: shared }] });
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ f: { method: 'roots/list' }, q: ask() }, 's'));
    await openQuestion(bench);
    shared = 'after';
    const { params } = await answerNext(bench, accept());
    expect(params.inputResponses).toMatchObject({ f: { roots: [{ uri: 'after' }] } });
  });

  it('folders that nobody decided about end the call, and what was accepted beside them is not sent', async () => {
    const bench = await modern({ rootsOf: () => Promise.reject(new Error('not decided')) });
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ f: { method: 'roots/list' }, q: ask() }, 's'));
    const { questionId } = await openQuestion(bench);
    bench.questions.settle(questionId, accept());
    expect(await over(bench, call)).toMatchObject({ state: 'failed', message: /not decided/ });
    expect(bench.server.calls).toHaveLength(1);
    expect(events(bench.log)).toContain('answer not delivered');
  });

  it('several in one round are asked at once and answered together, when the last has ended', async () => {
    const bench = await modern();
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(
      id,
      round({ a: ask(), b: ask({ ...form, message: 'And this?' }), c: ask() }, 's'),
    );
    await openQuestion(bench, 2);
    const [a, b, c] = bench.questions.open.map((q) => q.questionId);
    bench.questions.settle(b ?? '', { kind: 'declined' });
    bench.questions.settle(c ?? '', accept({ a: 'c' }));
    await bench.server.until(() =>
      bench.log.filter((e) => e.event === 'question ended').length === 2 ? 1 : undefined,
    );
    expect(bench.server.calls).toHaveLength(1);
    bench.questions.settle(a ?? '', accept({ a: 'a' }));
    const { params } = await bench.server.nextRequest();
    expect(params.inputResponses).toEqual({
      a: { action: 'accept', content: { a: 'a' } },
      b: { action: 'decline' },
      c: { action: 'accept', content: { a: 'c' } },
    });
  });

  it('a form that cannot be drawn, or asks for a secret, is declined in the answer', async () => {
    const bench = await modern();
    bench.call();
    const { id } = await bench.server.nextRequest();
    const secret = { message: 'm', requestedSchema: { properties: { password: { type: 'string' } } } };
    const strange = { message: 'm', requestedSchema: { properties: { a: { type: 'object' } } } };
    await bench.server.answer(id, round({ a: ask(secret), b: ask(strange) }));
    const { params } = await bench.server.nextRequest();
    expect(params.inputResponses).toEqual({ a: { action: 'decline' }, b: { action: 'decline' } });
    expect(bench.log.filter((entry) => entry.event === 'question refused')).toHaveLength(2);
    expect(bench.told).toHaveLength(2);
  });

  it('the same question again is told to the person', async () => {
    const bench = await modern();
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }, '1'));
    expect((await openQuestion(bench)).again).toBe(false);
    const second = await answerNext(bench, { kind: 'declined' } as never);
    await bench.server.answer(second.id, round({ q: ask() }, '2'));
    expect((await openQuestion(bench)).again).toBe(true);
  });

  it('a state alone goes back with nothing else', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round(undefined, 'again'));
    const second = await bench.server.nextRequest();
    expect(second.params).toMatchObject({ name: 't', requestState: 'again' });
    expect(second.params).not.toHaveProperty('inputResponses');
    await bench.server.result(second.id);
    expect(await over(bench, call)).toMatchObject({ state: 'done' });
  });

  it('three rounds in a row, each with its own state', async () => {
    const bench = await modern();
    const call = bench.call();
    let request = await bench.server.nextRequest();
    for (const n of [1, 2, 3]) {
      await bench.server.answer(
        request.id,
        round({ q: ask({ ...form, message: `No. ${n}` }) }, `state ${n}`),
      );
      request = await answerNext(bench, accept({ a: String(n) }));
      expect(request.params).toMatchObject({
        requestState: `state ${n}`,
        inputResponses: { q: { content: { a: String(n) } } },
      });
    }
    await bench.server.result(request.id);
    expect(await over(bench, call)).toMatchObject({ state: 'done' });
  });

  it('after ten rounds the call ends, and the eleventh is never asked or sent', async () => {
    const bench = await modern();
    const call = bench.call();
    for (let n = 0; n <= limits.roundsPerCall; n++) {
      const { id } = await bench.server.nextRequest();
      await bench.server.answer(id, round(undefined, `s${n}`));
    }
    expect(await over(bench, call)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('10 rounds'),
    });
    expect(bench.server.calls).toHaveLength(limits.roundsPerCall + 1);
  });

  it('the tool may promise a structured result; a result that breaks the promise is kept, with a remark', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const second = await answerNext(bench, accept());
    await bench.server.answer(second.id, { content: [], structuredContent: { n: 'x' } });
    expect(await over(bench, call)).toMatchObject({ state: 'done', result: { structured: { n: 'x' } } });
  });

  it.each(['prompts/get', 'resources/read'] as const)('%s goes through the same door', async (method) => {
    const bench = await modern();
    const name = method === 'prompts/get' ? 'p' : 'test://r';
    const call = bench.call(60_000, { method, name, arguments: {} });
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }, 's'));
    const second = await answerNext(bench, accept());
    expect(second.params).toMatchObject({ inputResponses: { q: { action: 'accept' } }, requestState: 's' });
    await bench.server.answer(
      second.id,
      method === 'prompts/get'
        ? { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] }
        : { ttlMs: 0, cacheScope: 'private', contents: [{ uri: 'test://r', text: 'hello' }] },
    );
    const state = await over(bench, call);
    expect(JSON.stringify(state)).toContain('hello');
  });
});

describe('a round that is not answered', () => {
  it.each<[string, object]>([
    ['it holds a question without a message', { q: ask({ requestedSchema: {} }) }],
    ['it asks for what was never offered', { a: ask(), b: { method: 'sampling/createMessage', params: {} } }],
  ])('since %s: the call ends, nothing more is sent', async (_name, requests) => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round(requests));
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.server.calls).toHaveLength(1);
    expect(bench.log).toContainEqual(
      expect.objectContaining({ event: 'question refused', why: 'malformed' }),
    );
  });

  it('since the app quits: no retry', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    await openQuestion(bench);
    bench.questions.withdraw('quit', () => true);
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.server.calls).toHaveLength(1);
  });

  it('since the call was cancelled: an answer that was given meanwhile is told to be undelivered', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ a: ask(), b: ask({ ...form, message: 'b' }) }));
    const { questionId } = await openQuestion(bench, 0);
    await openQuestion(bench, 1);
    bench.questions.settle(questionId, accept());
    bench.calls.cancel(call.callId, 'by the test');
    await bench.server.until(() => bench.log.find((entry) => entry.event === 'answer not delivered'));
    expect(bench.server.calls).toHaveLength(1);
    expect(bench.told).toContainEqual(expect.stringContaining('Nothing was sent'));
  });

  it('since the call was cancelled right after the answer: told to be undelivered', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    bench.questions.settle((await openQuestion(bench)).questionId, accept());
    bench.calls.cancel(call.callId, 'by the test');
    await bench.server.until(() => bench.log.find((entry) => entry.event === 'answer not delivered'));
    expect(bench.server.calls).toHaveLength(1);
  });

  it('since its answer cannot be recorded: cancelled in the answer', async () => {
    const record = async (event: AuditEvent) => {
      if (event.event === 'question ended') throw new Error('disk full');
    };
    const bench = await modern({ record });
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const { params } = await answerNext(bench, accept());
    expect(params.inputResponses).toEqual({ q: { action: 'cancel' } });
  });

  it('since the next request cannot be recorded: it is not sent', async () => {
    const record = async (event: AuditEvent) => {
      if (event.event === 'call continued') throw new Error('disk full');
    };
    const bench = await modern({ record });
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    bench.questions.settle((await openQuestion(bench)).questionId, accept());
    expect(await over(bench, call)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('disk full'),
    });
    expect(bench.server.calls).toHaveLength(1);
  });
});

describe('a request that carries an answer is sent once', () => {
  it('and when the connection breaks after it, that the outcome is unknown is told and recorded', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    await answerNext(bench, accept());
    await bench.server.die();
    expect(await over(bench, call)).toMatchObject({ why: expect.stringContaining('not known') });
    expect(bench.log.find((entry) => entry.event === 'call ended')).toMatchObject({ unknown: true });
  });

  it('an error of the server is an outcome', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const second = await answerNext(bench, accept());
    await bench.server.fail(second.id, { code: -32602, message: 'no' });
    expect(await over(bench, call)).toMatchObject({
      state: 'failed',
      message: expect.not.stringContaining('not known'),
    });
    expect(bench.server.calls).toHaveLength(2);
  });

  it('not even where the server says that its headers did not fit', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const second = await answerNext(bench, accept());
    await bench.server.fail(second.id, { code: -32020, message: 'Header mismatch' });
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.server.calls).toHaveLength(2);
  });

  it('not even where the server wants addresses opened first', async () => {
    const bench = await modern();
    const call = bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask() }));
    const second = await answerNext(bench, accept());
    const data = { elicitations: [{ mode: 'url', message: 'm', url: 'https://example.org/' }] };
    await bench.server.fail(second.id, { code: -32042, message: 'pages first', data });
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.server.calls).toHaveLength(2);
    expect(bench.questions.open).toEqual([]);
  });

  it('nothing that a caller wrote can pose as an answer or a state', async () => {
    const bench = await modern();
    const smuggled = { inputResponses: { q: { action: 'accept' } }, requestState: 'x', _meta: { a: 1 } };
    bench.call(60_000, { method: 'tools/call', name: 't', arguments: smuggled });
    const { params } = await bench.server.nextRequest();
    expect(Object.keys(params).sort()).toEqual(['_meta', 'arguments', 'name']);
    expect(params._meta).not.toHaveProperty('a');
  });
});

const page = (more: object = {}) => ({
  mode: 'url',
  message: 'Sign in',
  url: 'https://example.org/auth',
  ...more,
});

describe('an address inside a result (2026-07-28)', () => {
  it('is opened once it was accepted, and answered without content', async () => {
    const bench = await modern();
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask(page()) }));
    await openQuestion(bench);
    expect(bench.pages).toEqual([]);
    const { params } = await answerNext(bench, agreed);
    expect(bench.pages).toEqual(['https://example.org/auth']);
    expect(params.inputResponses).toEqual({ q: { action: 'accept' } });
  });

  it('E085: that could not be opened is cancelled, and can be copied', async () => {
    const openExternal = () => Promise.reject(new Error('no browser'));
    const bench = await modern({ openExternal });
    bench.call();
    const { id } = await bench.server.nextRequest();
    await bench.server.answer(id, round({ q: ask(page()) }));
    const { params } = await answerNext(bench, agreed);
    expect(params.inputResponses).toEqual({ q: { action: 'cancel' } });
    expect(bench.told).toEqual([expect.stringContaining('https://example.org/auth')]);
    expect(events(bench.log)).toContain('page not opened');
  });
});

describe('an address in the middle of a call (2025-11-25)', () => {
  async function asked(more: object = { elicitationId: 'e1' }, options: Options = {}) {
    const bench = await connected(options);
    const call = bench.call(5_000);
    const id = await bench.server.nextCall();
    const reply = bench.server.ask(7, page(more));
    const { questionId } = await openQuestion(bench);
    const agree = async () => {
      bench.questions.settle(questionId, agreed);
      return (await reply).result;
    };
    return { bench, call, id, agree, questionId, reply };
  }

  it('E085: its accept leaves as soon as the browser was opened, before the person is done there', async () => {
    const { bench, agree, call } = await asked();
    expect(bench.pages).toEqual([]);
    expect(await agree()).toEqual({ action: 'accept' });
    expect(bench.pages).toEqual(['https://example.org/auth']);
    expect(call.state.state).toBe('waiting for the browser');
    expect(bench.log.find((e) => e.event === 'question asked')).toMatchObject({
      address: { origin: 'https://example.org', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.stringify(bench.log)).not.toContain('/auth');
  });

  it.each<[string, object]>([
    ['declined', { kind: 'declined' }],
    ['cancelled', { kind: 'cancelled', by: 'button' }],
  ])('E087: %s, it is never opened', async (_name, ending) => {
    const { bench, questionId, reply } = await asked();
    bench.questions.settle(questionId, ending as never);
    await reply;
    expect(bench.pages).toEqual([]);
  });

  it('whose acceptance cannot be recorded is not opened', async () => {
    const record = async (event: AuditEvent) => {
      if (event.event === 'question ended') throw new Error('disk full');
    };
    const { bench, agree } = await asked(undefined, { record });
    expect(await agree()).toEqual({ action: 'cancel' });
    expect(bench.pages).toEqual([]);
  });

  it('whose call ended while it was being accepted is not opened', async () => {
    const { bench, questionId, call } = await asked();
    bench.questions.settle(questionId, agreed);
    bench.calls.cancel(call.callId, 'by the test');
    await bench.server.until(() => bench.log.find((entry) => entry.event === 'answer not delivered'));
    expect(bench.pages).toEqual([]);
  });

  it("the call's own time stands still until the server tells that the person is done", async () => {
    const { bench, agree, call } = await asked();
    await agree();
    bench.clock.pass(60_000);
    expect(call.state.state).toBe('waiting for the browser');
    await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
    await bench.server.until(() => (call.state.state === 'running' ? true : undefined));
    bench.clock.pass(5_000);
    expect(call.state.state).toBe('failed');
  });

  describe('E084: the word that the person is done may come in any order', () => {
    it.each(['unknown', '', '__proto__'])(
      'about an id that nobody asked about (%o): passed over',
      async (id) => {
        const { bench, agree, call } = await asked();
        await agree();
        await bench.server.notify('notifications/elicitation/complete', { elicitationId: id });
        await bench.server.ping();
        expect(call.state.state).toBe('waiting for the browser');
      },
    );

    it('before the accept', async () => {
      const { bench, agree, call } = await asked();
      await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
      await bench.server.ping();
      await agree();
      expect(call.state.state).toBe('running');
    });

    it('twice, and after the result', async () => {
      const { bench, agree, call, id } = await asked();
      await agree();
      for (let n = 0; n < 2; n++)
        await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
      await bench.server.result(id);
      await over(bench, call);
      await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
      await bench.server.ping();
      expect(call.state.state).toBe('done');
      expect(events(bench.log).filter((event) => event === 'page done')).toHaveLength(1);
    });

    it('never: the call can be cancelled', async () => {
      const { bench, agree, call } = await asked();
      await agree();
      bench.calls.cancel(call.callId, 'by the test');
      expect(call.state.state).toBe('cancelled');
    });
  });
});

describe('error -32042: addresses that have to be opened first', () => {
  const listed = (...elicitations: object[]) => ({
    code: -32042,
    message: 'This request needs more',
    data: { elicitations },
  });
  const two = [
    page({ elicitationId: 'e1', url: 'https://one.example.org/' }),
    page({ elicitationId: 'e2', url: 'https://two.example.org/' }),
  ];

  async function opened(elicitations: object[]) {
    const bench = await connected();
    const call = bench.call();
    await bench.server.fail(await bench.server.nextCall(), listed(...elicitations));
    for (const _ of elicitations) {
      const { questionId } = await openQuestion(bench);
      bench.questions.settle(questionId, agreed);
      await bench.server.until(() => (bench.questions.find(questionId) === undefined ? true : undefined));
    }
    return { bench, call };
  }

  it('each is asked for and opened, and the call is sent again when the person is done at all of them', async () => {
    const { bench, call } = await opened(two);
    await bench.server.until(() => (bench.calls.canGoOn(call.callId) ? true : undefined));
    expect(bench.pages).toEqual(['https://one.example.org/', 'https://two.example.org/']);
    expect(call.state.state).toBe('waiting for the browser');
    await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e2' });
    await bench.server.ping();
    expect(bench.server.calls).toHaveLength(1);
    await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
    const again = await bench.server.nextRequest();
    expect(again.params).toMatchObject({ name: 't', arguments: { a: 1 } });
    await bench.server.result(again.id);
    expect(await over(bench, call)).toMatchObject({ state: 'done' });
    await bench.server.notify('notifications/elicitation/complete', { elicitationId: 'e1' });
    await bench.server.ping();
    expect(bench.server.calls).toHaveLength(2);
  });

  it('or when the person says so, where the server never tells', async () => {
    const { bench, call } = await opened([page({ url: 'https://one.example.org/' })]);
    await bench.server.until(() => (bench.calls.canGoOn(call.callId) ? true : undefined));
    bench.calls.goOn(call.callId);
    await bench.server.result((await bench.server.nextRequest()).id);
    expect(await over(bench, call)).toMatchObject({ state: 'done' });
  });

  it('while it waits it can be cancelled, and is not sent again', async () => {
    const { bench, call } = await opened([page({ elicitationId: 'e1' })]);
    await bench.server.until(() => (bench.calls.canGoOn(call.callId) ? true : undefined));
    bench.calls.cancel(call.callId, 'by the test');
    await bench.server.ping();
    expect(call.state.state).toBe('cancelled');
    expect(bench.server.calls).toHaveLength(1);
  });

  it.each<[string, object[], RegExp]>([
    ['one that may not be opened', [page({ url: 'file:///etc/passwd' })], /Not every address/],
    ['a form', [form], /no address to open/],
    ['nothing', [], /lists none/],
  ])('with %s among them: the call fails, nothing is sent again', async (_name, elicitations, why) => {
    const bench = await connected();
    const call = bench.call();
    await bench.server.fail(await bench.server.nextCall(), listed(...elicitations));
    expect(await over(bench, call)).toMatchObject({ state: 'failed', message: expect.stringMatching(why) });
    expect(bench.server.calls).toHaveLength(1);
    expect(bench.pages).toEqual([]);
  });

  it('declined at the first: the second is not asked for, and the call fails', async () => {
    const bench = await connected();
    const call = bench.call();
    await bench.server.fail(await bench.server.nextCall(), listed(...two));
    bench.questions.settle((await openQuestion(bench)).questionId, { kind: 'declined' });
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.pages).toEqual([]);
    expect(events(bench.log).filter((event) => event === 'question asked')).toHaveLength(1);
  });

  it('for ever: ten questions at most', async () => {
    const bench = await connected();
    const call = bench.call();
    for (let n = 0; n < limits.questionsPerCall; n++) {
      await bench.server.fail(await bench.server.nextCall(), listed(page({ elicitationId: `e${n}` })));
      bench.questions.settle((await openQuestion(bench)).questionId, agreed);
      await bench.server.until(() => (bench.calls.canGoOn(call.callId) ? true : undefined));
      bench.calls.goOn(call.callId);
    }
    await bench.server.fail(await bench.server.nextCall(), listed(page({ elicitationId: 'last' })));
    expect(await over(bench, call)).toMatchObject({ state: 'failed' });
    expect(bench.pages).toHaveLength(limits.questionsPerCall);
  });
});
