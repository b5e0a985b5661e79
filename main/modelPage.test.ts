import { beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../core/limits.ts';
import { fakeClock } from './testing/fakes.ts';

/** Pages that were opened, the newest last: what main said to each, and a way to be the page. */
const electron = vi.hoisted(() => {
  type Handler = (argument: unknown) => void;
  const emitter = () => {
    const known = new Map<string, Handler>();
    const on = (event: string, handler: Handler) => void known.set(event, handler);
    return { on, once: on, emit: (event: string, argument?: unknown) => known.get(event)?.(argument) };
  };
  const nothing = new Proxy({}, { get: () => () => {} });
  const pages: { sent: unknown[]; say: (data: unknown) => void; crash: () => void; gone: boolean }[] = [];

  class MessageChannelMain {
    readonly sent: unknown[] = [];
    readonly port1 = {
      ...emitter(),
      start: () => {},
      close: () => {},
      postMessage: (message: unknown) => this.sent.push(message),
    };
    readonly port2 = {};
    constructor() {
      const page = {
        sent: this.sent,
        say: (data: unknown) => void this.port1.emit('message', { data }),
        crash: () => {},
        gone: false,
      };
      pages.push(page);
    }
  }
  class BrowserWindow {
    readonly webContents = {
      ...emitter(),
      postMessage: () => this.page?.say({ type: 'ready' }),
      setWindowOpenHandler: () => {},
      setWebRTCIPHandlingPolicy: () => {},
    };
    page: (typeof pages)[number] | undefined;
    loadURL = async () => {
      this.page = pages.at(-1);
      if (this.page) this.page.crash = () => void this.webContents.emit('render-process-gone');
      this.webContents.emit('did-finish-load');
    };
    isDestroyed = () => this.page?.gone ?? false;
    destroy = () => {
      if (this.page) this.page.gone = true;
    };
  }
  const session = {
    fromPartition: () => ({ ...methods, webRequest: nothing, protocol: nothing, on: () => {} }),
  };
  const methods = {
    setSpellCheckerEnabled: () => {},
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: () => {},
    setDevicePermissionHandler: () => {},
  };
  return { pages, MessageChannelMain, BrowserWindow, session };
});
vi.mock('electron', () => electron);

const { ModelPage } = await import('./modelPage.ts');
const { ProviderProxy } = await import('./providerProxy.ts');
const { pages } = electron;

beforeEach(() => void pages.splice(0));

const asked = (turn: string) => ({
  ...{ turn, provider: { kind: 'compatible', model: 'm' }, system: '', messages: [], tools: [] },
});
const using = {
  provider: { kind: 'compatible', model: 'm', address: 'http://127.0.0.1:1/v1' },
  key: 'k',
} as const;

function bench() {
  const clock = fakeClock();
  const proxy = new ProviderProxy();
  const page = new ModelPage({ out: '/out', clock, proxy });
  const heard: unknown[] = [];
  const stop = new AbortController();
  const generate = (turn = 't') =>
    page.generate(asked(turn) as never, using, (part) => heard.push(part), stop.signal);
  return { clock, proxy, page, heard, stop, generate };
}
const sent = () => vi.waitFor(() => expect(pages.at(-1)?.sent).toHaveLength(1));

it('asks once the page is ready, hands on what it says in order, and ends with its end', async () => {
  const { generate, heard } = bench();
  const outcome = generate();
  await sent();
  expect(pages[0]?.sent).toEqual([{ type: 'generate', ...asked('t') }]);
  expect(JSON.stringify(pages[0]?.sent)).not.toContain('"k"');
  const text = { type: 'text', turn: 't', text: 'a' };
  const call = { type: 'call', turn: 't', toolCallId: 'c', name: 'n', arguments: '{}' };
  for (const message of [text, call]) pages[0]?.say(message);
  pages[0]?.say({ type: 'finished', turn: 't', why: 'calls' });
  expect(await outcome).toMatchObject({ type: 'finished', why: 'calls' });
  expect(heard).toEqual([text, call]);
  // What comes for an answer that has ended, or that nobody asked for, is not heard.
  for (const turn of ['t', 'other']) pages[0]?.say({ ...text, turn });
  expect(heard).toHaveLength(2);
});

it.each<[string, (page: (typeof pages)[number]) => void, RegExp]>([
  ['ends', (page) => page.crash(), /ended/],
  ['says what it may not say', (page) => page.say({ type: 'answer', action: 'accept' }), /may not say/],
  [
    'says more than it may',
    (page) => page.say({ type: 'text', turn: 't', text: 'x', action: 'accept' }),
    /may not say/,
  ],
  [
    'writes without an end',
    (page) => {
      for (let n = 0; n <= limits.modelCharacters / 100_000; n++)
        page.say({ type: 'text', turn: 't', text: 'x'.repeat(100_000) });
    },
    /more than one answer/,
  ],
  [
    'calls without an end',
    (page) => {
      for (let n = 0; n <= limits.modelCharacters / 100_000; n++)
        page.say({ type: 'call', turn: 't', toolCallId: `${n}`, name: 'n', arguments: 'x'.repeat(100_000) });
    },
    /more than one answer/,
  ],
  [
    'says it in endless small pieces',
    (page) => {
      for (let n = 0; n <= limits.modelMessages; n++) page.say({ type: 'text', turn: 't', text: '' });
    },
    /more than one answer/,
  ],
])(
  'a page that %s is thrown away, that is said, and the next answer has another',
  async (_name, misbehave, why) => {
    const { generate } = bench();
    const outcome = generate();
    await sent();
    const [first] = pages;
    if (first) misbehave(first);
    expect(await outcome).toMatchObject({ type: 'failed', message: expect.stringMatching(why) });
    expect(first?.gone).toBe(true);
    const next = generate('next');
    await vi.waitFor(() => expect(pages).toHaveLength(2));
    await sent();
    pages[1]?.say({ type: 'finished', turn: 'next', why: 'stop' });
    expect(await next).toMatchObject({ type: 'finished' });
  },
);

it('a page that never says anything is thrown away', async () => {
  const { generate, clock } = bench();
  const outcome = generate();
  await sent();
  clock.pass(limits.modelSilenceMs);
  expect(await outcome).toMatchObject({ type: 'failed', message: expect.stringContaining('Nothing came') });
});

it('one that says something is waited for, and thrown away when it says no more', async () => {
  const { generate, clock } = bench();
  const outcome = generate();
  await sent();
  clock.pass(limits.modelSilenceMs - 1);
  pages[0]?.say({ type: 'text', turn: 't', text: 'still here' });
  clock.pass(limits.modelSilenceMs - 1);
  expect(pages[0]?.gone).toBe(false);
  clock.pass(1);
  expect(await outcome).toMatchObject({ type: 'failed', message: expect.stringContaining('Nothing came') });
  expect(pages[0]?.gone).toBe(true);
});

it('stopped, it is told, and what it says after that is not heard', async () => {
  const { generate, stop, heard } = bench();
  const outcome = generate();
  await sent();
  stop.abort();
  expect(await outcome).toMatchObject({ type: 'failed', message: 'Stopped' });
  expect(pages[0]?.sent.at(-1)).toEqual({ type: 'stop', turn: 't' });
  pages[0]?.say({ type: 'text', turn: 't', text: 'late' });
  expect(heard).toEqual([]);
  expect(await generate('again')).toMatchObject({ message: 'Stopped' });
});

it('reaches the provider while an answer is asked for, and not before or after', async () => {
  const { generate, proxy } = bench();
  const request = () => new Request('http://model/provider/t/chat', { method: 'POST', body: '{}' });
  expect((await proxy.serve(request()))?.status).toBe(403);
  const outcome = generate();
  await sent();
  expect((await proxy.serve(request()))?.status).toBe(502);
  pages[0]?.say({ type: 'finished', turn: 't', why: 'stop' });
  await outcome;
  expect((await proxy.serve(request()))?.status).toBe(403);
});

it('closed, every answer that waits ends', async () => {
  const { generate, page } = bench();
  const outcomes = [generate('one'), generate('two')];
  await vi.waitFor(() => expect(pages.at(-1)?.sent).toHaveLength(2));
  page.close();
  expect(await Promise.all(outcomes)).toMatchObject([{ type: 'failed' }, { type: 'failed' }]);
  expect(pages).toHaveLength(1);
});
