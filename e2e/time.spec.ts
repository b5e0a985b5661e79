import fs from 'node:fs';
import { askingServer, clickAway, expect, press, replies, test } from './countersign.ts';

test('an unanswered question does not block the client (our server withdraws it), and a late answer deletes nothing', async ({
  start,
}) => {
  test.setTimeout(200_000);
  const countersign = await start();
  await countersign.callDelete();
  const { question } = await countersign.logged((line) => line.event === 'question shown');
  await callAnother(countersign.workbench);
  await expect(countersign.newestCall()).toContainText('notes.txt');
  const ended = await countersign.logged((line) => line.event === 'question ended', 150_000);
  expect(ended).toMatchObject({ question, ending: 'withdrawn: server' });
  const call = countersign.workbench.locator('[data-call]').last();
  await expect(call).toContainText('Deletion cancelled (no answer within 2 minutes)');
  const late = {
    questionId: question,
    action: 'accept',
    content: [
      ['f0', 'notes.txt'],
      ['f1', 'too late'],
    ],
  };
  expect(await countersign.forge('question:answerInput', late, 'spare')).toMatchObject({ ok: false });
  await countersign.noDialog();
  expect(fs.existsSync(countersign.sample())).toBe(true);
  expect(countersign.events()).not.toContain('answer sent');
});

test('E047: an unanswered question does not block the client (a server that never gives up), and a late answer is not taken', async ({
  start,
  home,
}) => {
  test.setTimeout(90_000);
  const asking = askingServer(home, { questionLimitSeconds: 20, callSilenceSeconds: 5 });
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_for_ever');
  const dialog = await countersign.dialog('For ever');
  const { question } = await countersign.logged((l) => l.event === 'question asked' && l.about === 'form');
  await expect(countersign.newestCall()).toContainText('waiting for an answer');
  // Another call goes through meanwhile.
  await countersign.call('asking', 'echo', { say: 'meanwhile' });
  await expect(countersign.newestCall()).toContainText('echo meanwhile');
  const ended = await countersign.logged(
    (l) => l.event === 'question ended' && l.question === question,
    40_000,
  );
  expect(ended).toMatchObject({ ending: 'expired (seen)' });
  await expect(dialog.getByRole('alert').first()).toContainText('Not answered in time');
  const late = { questionId: question, action: 'accept', content: [] };
  expect(await countersign.forge('question:answerInput', late, 'question')).toMatchObject({
    ok: false,
    code: 'not-open',
  });
  await expect.poll(() => replies(asking.wire())).toEqual([{ action: 'cancel' }]);
  await countersign.noDialog();
  await expect(countersign.workbench.getByLabel('Notices')).toContainText('not answered in time');
});

test('a call that is cancelled takes its question with it', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_for_ever');
  const dialog = await countersign.dialog('For ever');
  await countersign.workbench.getByRole('button', { name: 'Cancel call of ask_for_ever' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('The call that asked has ended');
  await expect.poll(() => replies(asking.wire())).toEqual([{ action: 'cancel' }]);
  await countersign.noDialog();
  expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: call ended' });
});

test('“Cancel and stop this call” and “Cancel and mute this server” do what they say', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_twice');
  await choose(await countersign.dialog('First'), 'Cancel and stop this call');
  await expect(countersign.newestCall()).toContainText('Cancelled by you, at its question');
  await countersign.noDialog();
  await countersign.call('asking', 'ask_twice');
  await choose(await countersign.dialog('First'), 'Cancel and mute this server');
  await expect(countersign.newestCall()).toContainText('[{"action":"cancel"},{"action":"decline"}]');
  await expect(countersign.workbench.getByText('Muted: it may not ask you anything.')).toBeVisible();
  await countersign.workbench.getByRole('button', { name: 'Unmute' }).click();
  await countersign.call('asking', 'ask');
  await countersign.dialog('A question');
});

async function choose(
  dialog: Awaited<ReturnType<import('./countersign.ts').Countersign['dialog']>>,
  item: string,
) {
  await dialog.getByRole('button', { name: 'More' }).click();
  await clickAway(dialog.getByRole('menuitem', { name: item }));
}

test('E048: two questions wait for their turn, and each is answered once', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask', { message: 'Question one' });
  const first = await countersign.dialog('Question one');
  await countersign.call('asking', 'ask', { message: 'Question two' });
  await expect(first.getByText('1 more waiting')).toBeVisible();
  await first.getByLabel('Answer').fill('one');
  await press(first.getByRole('button', { name: 'Accept' }));
  const second = await countersign.dialog('Question two');
  await second.getByLabel('Answer').fill('two');
  await press(second.getByRole('button', { name: 'Accept' }));
  await expect
    .poll(() => replies(asking.wire()))
    .toEqual([
      { action: 'accept', content: { answer: 'one' } },
      { action: 'accept', content: { answer: 'two' } },
    ]);
});

async function callAnother(workbench: import('@playwright/test').Page): Promise<void> {
  await workbench.getByRole('button', { name: 'list_directory', exact: true }).click();
  await workbench.getByRole('button', { name: 'Call list_directory' }).click();
}
