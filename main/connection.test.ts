import { afterEach, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../core/audit.ts';
import { connected, stopAll } from './testing/connected.ts';

afterEach(stopAll);

const form = {
  message: 'Delete?',
  requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
};
const events = (log: AuditEvent[]) => log.map((entry) => entry.event);

describe('a server is connected', () => {
  it('with forms offered, and nothing that the host cannot draw', async () => {
    const { server, connection } = await connected();
    expect(connection.state).toMatchObject({ state: 'ready', protocolVersion: '2025-11-25' });
    expect(server.initialize?.capabilities).toEqual({
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
    });
  });
});

describe('a question over the wire', () => {
  it('is answered with what was accepted, after it was recorded', async () => {
    const { server, questions, call, log } = await connected();
    call();
    await server.nextCall();
    const reply = server.ask(0, form);
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'accepted', content: { a: 'x' }, via: 'key' });
    expect(await reply).toMatchObject({ id: 0, result: { action: 'accept', content: { a: 'x' } } });
    await server.until(() => log.find((entry) => entry.event === 'answer sent'));
    expect(events(log)).toEqual([
      'server ready',
      'call sent',
      'question asked',
      'question ended',
      'answer sent',
    ]);
  });

  it('is answered with the bare action when it was not accepted', async () => {
    const { server, questions, call } = await connected();
    call();
    await server.nextCall();
    const reply = server.ask('q', form);
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'declined' });
    expect((await reply).result).toEqual({ action: 'decline' });
  });

  it.each<[string, string, object, object]>([
    [
      'a form that cannot be drawn',
      'unsupported',
      { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'array' } } } },
      { result: { action: 'decline' } },
    ],
    [
      'a form that asks for a secret',
      'secret',
      { message: 'm', requestedSchema: { properties: { password: { type: 'string' } } } },
      { result: { action: 'decline' } },
    ],
    ['a question without a message', 'malformed', { requestedSchema: {} }, { error: { code: -32602 } }],
  ])('%s is refused, recorded and told', async (_name, why, params, reply) => {
    const { server, call, log, told, questions } = await connected();
    call();
    await server.nextCall();
    expect(await server.ask(1, params)).toMatchObject(reply);
    expect(log.at(-1)).toMatchObject({ event: 'question refused', server: 's', why });
    expect(told).toHaveLength(1);
    expect(questions.open).toEqual([]);
  });

  it('E051: outside any call is refused', async () => {
    const { server, log } = await connected();
    expect(await server.ask(1, form)).toMatchObject({ error: { code: -32600 } });
    expect(log.at(-1)).toMatchObject({ event: 'question refused', why: 'outside a call' });
  });

  it('E051: before it has even introduced itself is refused', async () => {
    const { server, log } = await connected({ eager: form });
    expect(server.repliesTo('early')).toMatchObject([{ error: { code: -32600 } }]);
    expect(log[0]).toMatchObject({ event: 'question refused', why: 'outside a call' });
  });

  it('E048: with an id that is open already is refused, and the first stays open', async () => {
    const { server, call, questions } = await connected();
    call();
    await server.nextCall();
    void server.ask(1, form);
    await server.until(() => questions.open[0]);
    expect(await server.askAgain(1, form)).toMatchObject({ error: { code: -32600 } });
    expect(questions.open).toHaveLength(1);
  });

  it('beyond eight open ones is refused with the limit', async () => {
    const { server, call, questions } = await connected();
    call();
    await server.nextCall();
    for (let id = 0; id < 8; id++) void server.ask(id, form);
    await server.until(() => (questions.open.length === 8 ? true : undefined));
    expect(await server.ask(8, form)).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('8 open') },
    });
  });

  it('beyond ten in one call is refused with the limit', async () => {
    const { server, call, questions } = await connected();
    call();
    await server.nextCall();
    for (let id = 0; id < 10; id++) {
      const reply = server.ask(id, form);
      const { questionId } = await server.until(() => questions.open[0]);
      questions.settle(questionId, { kind: 'declined' });
      await reply;
    }
    expect(await server.ask(10, form)).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('10 questions') },
    });
  });

  it('of a muted server is declined', async () => {
    const { server, call, connection } = await connected();
    connection.mute(true);
    call();
    await server.nextCall();
    expect(await server.ask(1, form)).toMatchObject({ result: { action: 'decline' } });
  });

  it('that the server withdraws gets no reply', async () => {
    const { server, questions, call, log } = await connected();
    call();
    await server.nextCall();
    void server.ask(7, form);
    await server.until(() => questions.open[0]);
    await server.notify('notifications/cancelled', { requestId: 7, reason: 'too late' });
    await server.until(() => log.find((entry) => entry.event === 'question ended'));
    expect(log.at(-1)).toMatchObject({ ending: 'withdrawn: server' });
    await server.ping();
    expect(server.repliesTo(7)).toEqual([]);
  });

  it('E043: whose call returned meanwhile is cancelled', async () => {
    const { server, questions, call, log } = await connected();
    call();
    const id = await server.nextCall();
    const reply = server.ask(7, form);
    await server.until(() => questions.open[0]);
    await server.result(id);
    expect(await reply).toMatchObject({ result: { action: 'cancel' } });
    expect(log.find((entry) => entry.event === 'question ended')).toMatchObject({
      ending: 'withdrawn: call ended',
    });
  });

  it('that was accepted while its call ended is not delivered', async () => {
    const { server, questions, calls, call, log, told } = await connected();
    const { callId } = call();
    await server.nextCall();
    void server.ask(7, form);
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'accepted', content: {}, via: 'key' });
    calls.cancel(callId, 'by the test');
    await server.until(() => log.find((entry) => entry.event === 'answer not delivered'));
    await server.ping();
    expect(server.repliesTo(7)).toEqual([]);
    expect(told).toEqual([expect.stringContaining('Nothing was sent')]);
  });

  it('that cannot be recorded is not accepted', async () => {
    const record = async (event: AuditEvent) => {
      if (event.event === 'question ended') throw new Error('disk full');
    };
    const { server, questions, call, told } = await connected({ record });
    call();
    await server.nextCall();
    const reply = server.ask(7, form);
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'accepted', content: { a: 'x' }, via: 'key' });
    expect((await reply).result).toEqual({ action: 'cancel' });
    expect(told).toEqual([expect.stringContaining('disk full')]);
  });

  it('ends with the connection', async () => {
    const { server, questions, call, log, connection } = await connected();
    const running = call();
    await server.nextCall();
    void server.ask(7, form);
    await server.until(() => questions.open[0]);
    await server.die();
    await server.until(() => log.find((entry) => entry.event === 'server ended'));
    expect(log.find((entry) => entry.event === 'question ended')).toMatchObject({
      ending: 'withdrawn: connection',
    });
    expect(connection.state.state).toBe('pausing');
    expect(running.state.state).toBe('cancelled');
    expect(questions.open).toEqual([]);
  });

  it('E050: with two calls open belongs to one of them, and ends with the last', async () => {
    const { server, questions, call } = await connected();
    call();
    call();
    const [first, second] = [await server.nextCall(), await server.nextCall()];
    const reply = server.ask(7, form);
    const question = await server.until(() => questions.open[0]);
    expect(question.callIds).toHaveLength(2);
    await server.result(first);
    await server.ping();
    expect(questions.open).toHaveLength(1);
    await server.result(second);
    expect(await reply).toMatchObject({ result: { action: 'cancel' } });
  });
});

describe('another request of the server', () => {
  it.each(['sampling/createMessage', 'made/up'])('%s is not answered by the host', async (method) => {
    const { server } = await connected();
    expect(await server.request(1, method, {})).toMatchObject({ error: { code: -32601 } });
  });

  it('roots/list gets the folders that are shared with it, for the calls that are open', async () => {
    const asked: unknown[] = [];
    const roots = [{ uri: 'file:///a', name: 'a' }];
    const { server, call } = await connected({
      rootsOf: async (callIds) => {
        asked.push(callIds);
        return roots;
      },
    });
    expect(await server.request(1, 'roots/list', {})).toMatchObject({ result: { roots } });
    const { callId } = call();
    await server.nextCall();
    await server.request(2, 'roots/list', {});
    expect(asked).toEqual([[], [callId]]);
  });

  it('roots/list gets an error while nobody has decided, never an empty list', async () => {
    const { server, connection } = await connected({ rootsOf: () => Promise.reject(new Error('not yet')) });
    expect(await server.request(1, 'roots/list', {})).toMatchObject({ error: { message: 'not yet' } });
    expect(connection.muted).toBe(false);
  });

  it('roots/list of a muted server gets an error, and nobody is asked', async () => {
    let asked = 0;
    const { server, connection } = await connected({
      rootsOf: async () => {
        asked += 1;
        return [];
      },
    });
    connection.mute(true);
    expect(await server.request(1, 'roots/list', {})).toMatchObject({ error: {} });
    expect(asked).toBe(0);
  });

  it('roots/list that the server gave up is followed by the word that they are others now', async () => {
    let tell = (_roots: object[]) => {};
    const { server } = await connected({ rootsOf: () => new Promise((resolve) => (tell = resolve)) });
    void server.request(1, 'roots/list', {});
    await server.ping();
    await server.notify('notifications/cancelled', { requestId: 1 });
    await server.ping();
    tell([]);
    expect(await server.until(() => server.notified('notifications/roots/list_changed')[0])).toBeDefined();
  });
});

describe("a call's own time", () => {
  it('ends it after silence', async () => {
    const { clock, server, call } = await connected();
    const running = call(5_000);
    await server.nextCall();
    clock.pass(5_000);
    expect(running.state).toMatchObject({ state: 'failed', message: expect.stringContaining('5 seconds') });
    await server.until(() => server.notified('notifications/cancelled')[0]);
  });

  it('E041: stands still while a question of it is open, and goes on after it', async () => {
    const { clock, server, questions, call } = await connected({ config: { questionMs: 100_000 } });
    const running = call(5_000);
    await server.nextCall();
    clock.pass(3_000);
    const reply = server.ask(7, form);
    const { questionId } = await server.until(() => questions.open[0]);
    clock.pass(60_000);
    expect(running.state.state).toBe('waiting for an answer');
    questions.settle(questionId, { kind: 'declined' });
    await reply;
    clock.pass(1_999);
    expect(running.state.state).toBe('running');
    clock.pass(1);
    expect(running.state.state).toBe('failed');
  });

  it('E045: starts anew with progress, by the clock of the host', async () => {
    const { clock, server, call } = await connected();
    const running = call(5_000);
    const { token } = await server.nextCallWithToken();
    clock.pass(4_000);
    await server.notify('notifications/progress', { progressToken: token, progress: 1 });
    await server.ping();
    clock.pass(4_000);
    expect(running.state.state).toBe('running');
    clock.pass(1_000);
    expect(running.state.state).toBe('failed');
  });
});

describe('a call that cannot be recorded', () => {
  it('is not sent', async () => {
    const record = async (event: AuditEvent) => {
      if (event.event === 'call sent') throw new Error('disk full');
    };
    const { server, call } = await connected({ record });
    const running = call();
    await server.until(() => (running.state.state === 'failed' ? true : undefined));
    expect(running.state).toMatchObject({ message: expect.stringContaining('disk full') });
    expect(server.calls).toEqual([]);
  });
});

describe('a call of a server that can drive the desktop', () => {
  const held = async (questionOpen: { now: boolean }) => {
    let over = () => {};
    const bench = await connected({
      itsTurn: () => (questionOpen.now ? new Promise((resolve) => (over = resolve)) : undefined),
    });
    return { ...bench, over: () => over() };
  };

  it('is not sent while a question waits, is said to be held back, and goes when none does', async () => {
    const open = { now: true };
    const { server, call, log, over } = await held(open);
    const started = call();
    await server.until(() => (started.state.state === 'held back' ? true : undefined));
    await server.ping();
    expect(server.calls).toEqual([]);
    // Another question came at once: its turn has not come.
    over();
    await server.ping();
    expect(server.calls).toEqual([]);
    open.now = false;
    over();
    await server.nextCall();
    expect(log.map(({ event }) => event)).toEqual(['server ready', 'call held back', 'call sent']);
    expect(started.state.state).toBe('running');
  });

  it('nor when a question came while the call was written down', async () => {
    let looks = 0;
    let over = () => {};
    const { server, call, log } = await connected({
      itsTurn: () => {
        looks += 1;
        return looks === 2 ? new Promise((resolve) => (over = resolve)) : undefined;
      },
    });
    call();
    await server.until(() => (log.some(({ event }) => event === 'call held back') ? true : undefined));
    await server.ping();
    expect(server.calls).toEqual([]);
    over();
    await server.nextCall();
  });

  it('can be cancelled while it is held back, and is never sent then', async () => {
    const open = { now: true };
    const { server, call, calls, over } = await held(open);
    const { callId } = call();
    await server.ping();
    calls.cancel(callId, 'Cancelled by you');
    open.now = false;
    over();
    await server.ping();
    expect(server.calls).toEqual([]);
  });

  it('is at work from when it is sent until its result is there', async () => {
    const { server, call, calls } = await connected();
    call();
    expect(calls.atWork).toEqual([]);
    const id = await server.nextCall();
    expect(calls.atWork).toHaveLength(1);
    await server.result(id);
    await server.until(() => (calls.atWork.length === 0 ? true : undefined));
  });
});

describe('values in the record', () => {
  const form = {
    message: 'Sure?',
    requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
  };
  async function answered(valuesRecorded: boolean) {
    const { server, questions, call, log } = await connected({ valuesRecorded });
    call();
    await server.nextCall();
    const reply = server.ask(1, form);
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'accepted', content: { a: 'the answer' }, via: 'key' });
    await reply;
    return log;
  }

  it('are kept only where the person wants them for this server', async () => {
    expect(await answered(true)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'call sent', values: { a: 1 } }),
        expect.objectContaining({ event: 'question ended', values: { a: 'the answer' } }),
      ]),
    );
    const without = await answered(false);
    expect(JSON.stringify(without)).not.toContain('the answer');
    expect(without.filter((event) => 'values' in event)).toEqual([]);
  });

  it('what a server asked with is on the record by a digest of its schema', async () => {
    const log = await answered(false);
    expect(log).toContainEqual(
      expect.objectContaining({
        event: 'question asked',
        schema: `sealed ${JSON.stringify(form.requestedSchema).length}`,
      }),
    );
  });
});
