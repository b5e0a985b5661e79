import fs from 'node:fs';
import {
  askingServer,
  type Countersign,
  clickAway,
  expect,
  fillDelete,
  isRunning,
  press,
  replies,
  test,
} from './countersign.ts';

const stillThere = (countersign: Countersign) => expect(fs.existsSync(countersign.sample())).toBe(true);

test('the server is killed while a question is open: nothing is deleted, and the record says so', async ({
  start,
}) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  process.kill(await countersign.filesServerPid(), 'SIGKILL');
  await expect(dialog.getByRole('alert').first()).toContainText('The connection to the server was lost');
  await countersign.logged((line) => line.event === 'server ended');
  const ended = await countersign.logged((line) => line.event === 'question ended');
  expect(ended).toMatchObject({ ending: 'withdrawn: connection' });
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'cancelled');
  await countersign.noDialog();
  stillThere(countersign);
  // It is started again by itself, and the interrupted call left nothing behind.
  const starts = () => countersign.events().filter((event) => event === 'server ready').length;
  await expect.poll(starts).toBe(2);
  await clickAway((await countersign.callDelete()).getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('Deletion declined by the user');
});

test('E053: the question page is reloaded: it is shown anew, unarmed, and can be answered', async ({
  start,
}) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  await countersign.inWindow(dialog, (window) => window.webContents.reload());
  await expect(dialog.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-disabled', 'true');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(countersign.log().filter((line) => line.event === 'question ended')).toHaveLength(1);
});

test('E033: the question page crashes: shown again once, the second time it is declined', async ({
  start,
}) => {
  const countersign = await start();
  await crash(countersign, await countersign.callDelete());
  const again = await countersign.dialog('Confirm deletion of notes.txt');
  await crash(countersign, again);
  await expect(countersign.newestCall()).toContainText('Deletion declined by the user');
  expect(countersign.events().filter((event) => event === 'window lost')).toHaveLength(2);
  expect(countersign.lastEnding()).toMatchObject({ ending: 'refused by host: window lost' });
  await countersign.noDialog();
  stillThere(countersign);
});

async function crash(
  countersign: Countersign,
  dialog: Awaited<ReturnType<Countersign['callDelete']>>,
): Promise<void> {
  const crashed = dialog.waitForEvent('crash');
  await countersign.inWindow(dialog, (window) => window.webContents.forcefullyCrashRenderer());
  await crashed;
}

test('the window is closed: cancelled, once', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  await countersign.inWindow(dialog, (window) => window.close());
  await expect(countersign.newestCall()).toContainText('Deletion cancelled');
  expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: cancel (window closed)' });
  stillThere(countersign);
});

test('Later hides the dialog and keeps what was typed; it comes back, and can be answered', async ({
  start,
}) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  await dialog.getByRole('button', { name: 'Later' }).click();
  await countersign.noDialog();
  const waiting = countersign.workbench.getByLabel('Open questions');
  await expect(waiting).toContainText('set aside');
  await expect(waiting).toContainText('until');
  expect(countersign.events()).not.toContain('question ended');
  // The workbench can be used meanwhile.
  await countersign.call('Sample files', 'list_directory');
  await expect(countersign.newestCall()).toContainText('notes.txt');
  await waiting.getByRole('button', { name: 'Bring it back' }).click();
  const back = await countersign.dialog('Confirm deletion of notes.txt');
  await expect(back.getByLabel('Reason')).toHaveValue('No longer needed');
  await press(back.getByRole('button', { name: 'Accept' }));
  await expect.poll(() => fs.existsSync(countersign.sample())).toBe(false);
});

test('the app quits while a question is open: cancelled, nothing deleted, nothing left running', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_for_ever');
  await countersign.dialog('For ever');
  const server = Number(fs.readFileSync(`${home}/plain.wire.jsonl.pid`, 'utf8'));
  // The page of a dialog that was answered before may be ending just now.
  const pids = [...(await countersign.processIds()).filter(isRunning), server];
  expect(pids.length).toBeGreaterThan(3);
  expect(isRunning(server)).toBe(true);
  await countersign.quit();
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  expect(replies(asking.wire())).toEqual([{ action: 'cancel' }]);
  expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: quit' });
  expect(countersign.events().at(-1)).toBe('app quit');
});

test('the app quits while a delete is open: the file is still there', async ({ start }) => {
  const countersign = await start();
  await fillDelete(await countersign.callDelete());
  const pids = await countersign.processIds();
  await countersign.quit();
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  expect(countersign.lastEnding()).toMatchObject({ ending: 'withdrawn: quit' });
  stillThere(countersign);
});

test('the app is killed while a delete is open: the file is still there, and the next start goes on with the record', async ({
  start,
}) => {
  const countersign = await start();
  await fillDelete(await countersign.callDelete());
  const gone = new Promise((resolve) => countersign.process.once('exit', resolve));
  countersign.process.kill('SIGKILL');
  await gone;
  stillThere(countersign);
  const again = await start();
  await expect.poll(() => again.events().filter((event) => event === 'server ready')).toHaveLength(2);
  const seqs = again.log().map((line) => line.seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});

test('the server withdraws its question: the dialog says so, and nothing is sent', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_and_withdraw', { when: `${home}/now` });
  const dialog = await countersign.dialog('Never mind');
  await dialog.getByLabel('Answer').fill('half a wo');
  fs.writeFileSync(`${home}/now`, '');
  await expect(dialog.getByRole('alert').first()).toContainText('The server stopped waiting for an answer');
  await expect(dialog.getByLabel('Answer')).toHaveValue('half a wo');
  await expect(countersign.newestCall()).toContainText('withdrawn');
  await countersign.noDialog();
  expect(replies(asking.wire())).toEqual([]);
});

test('E043: a call that returns without waiting takes its question with it', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask_and_return');
  await countersign.dialog('Too late');
  await expect(countersign.newestCall()).toContainText('returned');
  await expect.poll(() => replies(asking.wire())).toEqual([{ action: 'cancel' }]);
  await countersign.noDialog();
});

test('a server whose permission is not given is not started', async ({ start, home }) => {
  const asking = askingServer(home);
  fs.writeFileSync(`${home}/servers.json`, JSON.stringify({ mcpServers: { asking: asking.entry } }));
  const countersign = await start();
  await clickAway(
    (await countersign.dialog('Start this program')).getByRole('button', { name: 'Do not start' }),
  );
  await expect(countersign.workbench.getByText('You did not allow it to start').first()).toBeVisible();
  expect(fs.existsSync(`${home}/plain.wire.jsonl.pid`)).toBe(false);
  expect(countersign.events()).toContain('server not accepted');
});

test('an accepted server starts unasked the next time; a changed command is asked again', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const first = await start({ asking: asking.entry });
  await first.quit();
  const known = first.log().length;
  const second = await start();
  await second.logged((line) => line.event === 'server ready' && line.seq > known);
  const asked = second.log().filter((line) => line.event === 'question asked');
  expect(asked.map((line) => line.about)).toEqual(['policy', 'program']);
  await second.quit();
  fs.writeFileSync(
    `${home}/servers.json`,
    JSON.stringify({ mcpServers: { asking: { ...asking.entry, env: { A: '1' } } } }),
  );
  const third = await start();
  const changed = await third.dialog('not the one that you accepted before');
  await expect(changed.getByRole('region', { name: 'New' })).toContainText('Variable: A');
  // Accepted anew, and taken back: it stops, and is asked about before it starts again.
  await third.allow('asking');
  await third.workbench.getByRole('button', { name: 'Rules and approvals' }).click();
  await third.workbench.getByRole('button', { name: 'Take back the permission of asking' }).click();
  await third.logged((line) => line.event === 'server ended' && line.seq > asked.length);
  await third.workbench.getByRole('button', { name: 'asking' }).first().click();
  await third.workbench.getByRole('button', { name: 'Start', exact: true }).click();
  await third.dialog('Start this program');
});
