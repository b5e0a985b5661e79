/** The process of the model: what a page that was taken over can reach, and what becomes of a turn when it dies. */
import fs from 'node:fs';
import path from 'node:path';
import { Talk, talk, test, toolOf, useModel } from './conversing.ts';
import { askingServer, type Countersign, expect } from './countersign.ts';
import { inMain } from './inMain.ts';
import { stranger } from './stranger.ts';

/** Runs in the main world of the model's page, with everything that the page can reach. */
const inModelPage = <R>({ app }: Countersign, source: string): Promise<R> =>
  inMain(
    app,
    async ({ webContents }, code) => {
      const page = webContents.getAllWebContents().find((each) => each.getURL().startsWith('app://model'));
      if (page === undefined) throw new Error('there is no page of the model');
      return (await page.executeJavaScript(code)) as R;
    },
    source,
  );

const tried = (expression: string): string =>
  `(async () => { try { return String(await (${expression})) } catch (error) { return 'refused: ' + error } })()`;

test('a page of the model that was taken over reaches no file, no network, no window, no key and no answer', async ({
  start,
  model,
}) => {
  const countersign = await start();
  await useModel(countersign, model, 'a key of mine');
  await (await talk(countersign, 'Hello')).holds('Done.');
  const { port, reached, close } = await stranger();
  const windows = await countersign.dialogs();
  const attacks: Record<string, string> = {
    'a service on loopback': `fetch('http://127.0.0.1:${port}/')`,
    'the provider itself': `fetch('${model.address}/models')`,
    'a file': `fetch('file:///etc/passwd')`,
    'a file by the scheme': `fetch('app://model/../../package.json').then((r) => { if (!r.ok) throw new Error(r.status) })`,
    'another page of ours': `fetch('app://question/index.html')`,
    'another page by its path': `fetch('app://workbench/index.html')`,
    'an address beside the accepted one': `fetch('/provider/../admin').then((r) => { if (!r.ok) throw new Error(r.status) })`,
    'an address by escapes': `fetch('/provider/%2e%2e/admin').then((r) => { if (!r.ok) throw new Error(r.status) })`,
    'another method': `fetch('/provider/models', { method: 'DELETE' }).then((r) => { if (!r.ok) throw new Error(r.status) })`,
    'a web socket': `new Promise((yes, no) => { const s = new WebSocket('ws://127.0.0.1:${port}'); s.onopen = yes; s.onerror = () => no(new Error('no')) })`,
    'an event source': `new Promise((yes, no) => { const s = new EventSource('http://127.0.0.1:${port}'); s.onopen = yes; s.onerror = () => no(new Error('no')) })`,
    'an image': `new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = () => no(new Error('no')); i.src = 'http://127.0.0.1:${port}/i.png' })`,
    'a script from elsewhere': `new Promise((yes, no) => { const s = document.createElement('script'); s.onload = yes; s.onerror = () => no(new Error('no')); s.src = 'http://127.0.0.1:${port}/s.js'; document.head.append(s) })`,
    'a beacon': `navigator.sendBeacon('http://127.0.0.1:${port}/') && Promise.reject(new Error('queued'))`,
    'a window': `window.open('http://127.0.0.1:${port}/') ?? Promise.reject(new Error('none'))`,
    eval: `eval('1')`,
    'a function from text': `new Function('return 1')()`,
    'a worker from text': `new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = yes; w.onerror = () => no(new Error('no')) })`,
    Node: `require('node:fs')`,
    'the process': `process.env`,
    'a bridge': `window.countersign.call('say', {})`,
    'the port of Electron': `ipcRenderer.invoke('question:answerInput', {})`,
    'the clipboard': `navigator.clipboard.readText()`,
    'the place': `new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))`,
    'the camera': `navigator.mediaDevices.getUserMedia({ video: true })`,
    'the screen': `navigator.mediaDevices.getDisplayMedia()`,
    'a notification': `Notification.requestPermission().then((p) => { if (p !== 'granted') throw new Error(p) })`,
    'a service worker': `navigator.serviceWorker.register('/sw.js')`,
  };
  for (const [what, expression] of Object.entries(attacks))
    expect(await inModelPage<string>(countersign, tried(expression)), what).toMatch(/^refused: /);
  // Where it is, it stays.
  await inModelPage(countersign, `void (location.href = 'http://127.0.0.1:${port}/')`);
  await inModelPage(countersign, `void top.postMessage({ type: 'answer', action: 'accept' }, '*')`);
  expect(await inModelPage<string>(countersign, 'location.href')).toBe('app://model/index.html');
  const texts = await inModelPage<string>(
    countersign,
    `JSON.stringify([Object.keys(window), document.documentElement.outerHTML, performance.getEntries().map((e) => e.name)])`,
  );
  expect(texts).not.toContain('a key of mine');
  expect(reached()).toBe(0);
  expect(await countersign.dialogs()).toBe(windows);
  await close();
});

test('the process of the model ends in the middle of an answer: that is said, and the next answer has a fresh one', async ({
  start,
  model,
}) => {
  const countersign = await start();
  await useModel(countersign, model);
  model.script({ text: ['One'], hang: true });
  const said = await talk(countersign, 'Hello');
  await said.holds('One');
  const before = await inModelPage<number>(countersign, 'performance.timeOrigin');
  await inMain(
    countersign.app,
    ({ webContents }) => {
      const page = webContents.getAllWebContents().find((each) => each.getURL().startsWith('app://model'));
      page?.forcefullyCrashRenderer();
    },
    null,
  );
  expect((await said.settled()).turn).toMatchObject({
    state: 'failed',
    why: 'The process of the model ended',
  });
  model.script({ text: ['Two'] });
  await said.say('Again');
  await said.holds('Two');
  expect(await inModelPage<number>(countersign, 'performance.timeOrigin')).not.toBe(before);
});

const times = Number(process.env.COUNTERSIGN_MODEL_KILLS ?? 5);

test(`the process of the model killed ${times} times: no message is lost, no call is made twice, no turn hangs`, async ({
  start,
  model,
  home,
}) => {
  test.setTimeout(60_000 + times * 10_000);
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await useModel(countersign, model);
  const said = await Talk.begin(countersign);
  for (let n = 0; n < times; n++) {
    model.follow((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? { text: Array.from({ length: 20 }, (_, piece) => `${piece} `), every: 10 }
        : {
            ...{ text: Array.from({ length: 20 }, () => 'word '), every: 10 },
            calls: [{ name: toolOf(request, 'echo'), arguments: { say: `call ${n}` } }],
          },
    );
    await said.say(`message ${n}`);
    // Some die before the call, some in the answer after it.
    await new Promise((resolve) => setTimeout(resolve, [20, 120, 260, 380, 520][n % 5]));
    await inMain(
      countersign.app,
      ({ webContents }) =>
        webContents
          .getAllWebContents()
          .find((each) => each.getURL().startsWith('app://model'))
          ?.forcefullyCrashRenderer(),
      null,
    );
    await said.settled();
  }
  const { messages } = await said.read();
  const own = messages.filter(({ by }) => by === 'person').map(({ text }) => text);
  expect(own).toEqual(Array.from({ length: times }, (_, n) => `message ${n}`));
  const calls = asking
    .wire()
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => JSON.stringify((params as { arguments: unknown }).arguments));
  expect(new Set(calls).size).toBe(calls.length);
  // And it goes on.
  model.script({ text: ['Still here.'] });
  await said.say('Are you there?');
  await said.holds('Still here.');
  await countersign.quit();
  const kept = fs.readFileSync(path.join(home, 'conversations', `${said.conversationId}.json`), 'utf8');
  for (let n = 0; n < times; n++) expect(kept).toContain(`message ${n}`);
});

test('what a provider does wrong is said, and nothing is called', async ({ start, model, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await useModel(countersign, model);
  const said = await Talk.begin(countersign);
  model.script({ status: 401 });
  await said.say('One');
  expect((await said.settled()).turn).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('scripted 401'),
  });
  model.follow((request) => ({ calls: [{ name: toolOf(request, 'echo'), arguments: {} }], cut: true }));
  await said.say('Two');
  expect((await said.settled()).turn).toMatchObject({ state: 'failed' });
  model.follow((request) =>
    request.messages.at(-1)?.role === 'tool'
      ? { text: ['Done.'] }
      : { calls: [{ name: toolOf(request, 'echo'), arguments: '{"say": ' }] },
  );
  await said.say('Three');
  await said.holds('not a JSON object');
  await said.settled();
  expect(asking.wire().filter(({ method }) => method === 'tools/call')).toEqual([]);
  await model.close();
  await said.say('Four');
  expect((await said.settled()).turn).toMatchObject({
    ...{ state: 'failed', why: expect.stringContaining('could not be reached') },
  });
});
