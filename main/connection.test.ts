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
    expect(server.initialize?.capabilities).toEqual({ elicitation: { form: {}, url: {} } });
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
    expect(connection.state.state).toBe('failed');
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
  it.each(['sampling/createMessage', 'roots/list', 'made/up'])(
    '%s is not answered by the host',
    async (method) => {
      const { server } = await connected();
      expect(await server.request(1, method, {})).toMatchObject({ error: { code: -32601 } });
    },
  );
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
