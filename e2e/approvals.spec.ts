/** Whether a call is sent at all: the rules, the approvals, and that neither answers what a server asks. */
import fs from 'node:fs';
import path from 'node:path';
import {
  askingServer,
  type Countersign,
  clickAway,
  expect,
  fillDelete,
  press,
  test,
  writeRules,
} from './countersign.ts';

const none = [] as const;
const sentCalls = (wire: Record<string, unknown>[]) =>
  wire.filter((message) => message.method === 'tools/call');
const echo = (countersign: Countersign, say: string) => countersign.call('asking', 'echo', { say });
const approval = (countersign: Countersign) => countersign.dialog('Send this call of “echo”');

test('a call is asked first, with all that is sent; not sent, nothing is', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await countersign.call('asking', 'echo', { say: 'hello', more: { deep: ['\u202Ehidden'] } });
  const dialog = await approval(countersign);
  await expect(dialog.locator('.arguments')).toContainText('"say": "hello"');
  await expect(dialog.locator('.arguments')).toContainText('⟨U+202E⟩hidden');
  await expect(dialog.getByText('no rule speaks of it')).toBeVisible();
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'waiting for approval');
  await clickAway(dialog.getByRole('button', { name: 'Do not send' }));
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'not sent');
  expect(sentCalls(asking.wire())).toEqual([]);
  expect(countersign.events()).not.toContain('call sent');
  // Declined is not approved: the next one is asked again.
  await echo(countersign, 'again');
  await countersign.approve('echo');
  await expect(countersign.newestCall()).toContainText('echo again');
  expect(countersign.events()).toContain('call approved');
});

test('once is once, and what is new in the next call is marked', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await echo(countersign, 'one');
  await countersign.approve('echo');
  await expect(countersign.newestCall()).toContainText('echo one');
  await echo(countersign, 'two');
  const dialog = await approval(countersign);
  await expect(dialog.getByText('Not as in the last call of it: say')).toBeVisible();
  await clickAway(dialog.getByRole('button', { name: 'Do not send' }));
});

test('E092: for this session, then not after it; always, then also after it, until it is revoked', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const first = await start({ asking: asking.entry }, none);
  await echo(first, 'one');
  await first.approve('echo', /until Countersign is closed/);
  await echo(first, 'two');
  await expect(first.newestCall()).toContainText('echo two');
  await first.quit();
  const second = await start();
  const known = second.log().length;
  await second.logged((line) => line.event === 'server ready' && line.seq > known - 1);
  await echo(second, 'three');
  await second.approve('echo', /always/);
  await expect(second.newestCall()).toContainText('echo three');
  expect(fs.readFileSync(path.join(home, 'consents.json'), 'utf8')).not.toContain('three');
  await second.quit();
  const third = await start();
  await expect(third.workbench.getByText('ready').first()).toBeVisible();
  await echo(third, 'four');
  await expect(third.newestCall()).toContainText('echo four');
  await third.workbench.getByRole('button', { name: 'Rules and approvals' }).click();
  await third.workbench.getByRole('button', { name: 'Revoke the approval of echo' }).click();
  await expect(third.workbench.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  expect(third.events()).toContain('approval revoked');
  await echo(third, 'five');
  await clickAway((await approval(third)).getByRole('button', { name: 'Do not send' }));
});

test('E067: “always” for delete_file, then a delete: the question of the server still comes, and only a person ends it', async ({
  start,
  folder,
}) => {
  const notes = path.join(folder, 'notes.txt');
  const countersign = await start(
    { files: { type: 'bundled', server: 'files', directories: [folder] } },
    none,
  );
  const remove = async () => {
    fs.writeFileSync(notes, 'once more');
    await countersign.workbench.getByRole('button', { name: 'delete_file', exact: true }).click();
    await countersign.workbench.getByLabel(/^filepath/).fill('notes.txt');
    await countersign.workbench.getByRole('button', { name: 'Call delete_file' }).click();
  };
  await remove();
  await countersign.approve('delete_file', /always/);
  await clickAway((await countersign.dialog('Confirm deletion')).getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('Deletion declined by the user');
  await remove();
  const dialog = await countersign.dialog('Confirm deletion');
  expect(fs.existsSync(notes)).toBe(true);
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(countersign.log().filter((line) => line.event === 'call approved')).toHaveLength(1);
});

test('E091: a tool that changed is asked again, old and new side by side; also while its dialog is open', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await countersign.call('asking', 'become', { description: 'Says it back' });
  await countersign.approve('become', /always/);
  await echo(countersign, 'one');
  await countersign.approve('echo', /always/);
  await expect(countersign.newestCall()).toContainText('echo one');
  await countersign.call('asking', 'become', { description: 'Sends it to everybody' });
  await expect(countersign.newestCall()).toContainText('became');
  await echo(countersign, 'two');
  const dialog = await approval(countersign);
  await expect(dialog.getByRole('region', { name: 'As you approved it' })).toContainText('Says it back');
  await expect(dialog.getByRole('region', { name: 'As it is now' })).toContainText('Sends it to everybody');
  expect(sentCalls(asking.wire())).toHaveLength(3);
  // While this one is open, it becomes something else once more.
  await countersign.call('asking', 'become', { description: 'Deletes everything' });
  await expect(dialog.getByRole('alert').first()).toContainText('another one than you were shown');
  const again = await countersign.dialog('Deletes everything');
  await clickAway(again.getByRole('button', { name: 'Do not send' }));
  await expect(countersign.workbench.locator('[data-state="not sent"]')).toHaveCount(1);
  expect(
    sentCalls(asking.wire()).filter(({ params }) => (params as { name: string }).name === 'echo'),
  ).toHaveLength(1);
});

test('E090: deny wins, and says which rule it was; nothing is asked and nothing is sent', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const rules = [
    { server: '*', tool: '*', effect: 'allow' },
    { server: 'asking', tool: 'ec*', effect: 'deny', why: 'it talks too much' },
    { server: 'asking', tool: 'no_such_tool', effect: 'deny' },
  ] as const;
  const countersign = await start({ asking: asking.entry }, rules);
  await expect(countersign.workbench.getByText('Sent without asking').first()).toBeVisible();
  await echo(countersign, 'hello');
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'not sent');
  await expect(countersign.newestCall()).toContainText('it talks too much');
  expect(sentCalls(asking.wire())).toEqual([]);
  expect(await countersign.dialogs()).toBe(0);
  await countersign.workbench.getByRole('button', { name: 'Rules and approvals' }).click();
  await expect(countersign.workbench.getByText('matches no tool that is known')).toHaveCount(1);
});

test('a rule that denies, written while the dialog is open, counts', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await echo(countersign, 'one');
  await approval(countersign);
  writeRules(home, [{ server: '*', tool: 'echo', effect: 'deny', why: 'not today' }]);
  await countersign.approve('echo');
  await expect(countersign.newestCall()).toContainText('not today');
  expect(sentCalls(asking.wire())).toEqual([]);
});

test('E094: rules that something else wrote loosen nothing until the person accepts them; what tightens does at once', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  writeRules(home, [{ server: '*', tool: '*', effect: 'allow' }]);
  await echo(countersign, 'one');
  const rules = await countersign.dialog('policy.json has other rules');
  await expect(rules.getByText('allow “*” on “*”')).toBeVisible();
  await clickAway(rules.getByRole('button', { name: 'Keep the old ones' }));
  await clickAway((await approval(countersign)).getByRole('button', { name: 'Do not send' }));
  expect(sentCalls(asking.wire())).toEqual([]);
  writeRules(home, [{ server: '*', tool: 'echo', effect: 'deny' }]);
  await echo(countersign, 'two');
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'not sent');
  fs.writeFileSync(path.join(home, 'policy.json'), '{ "rules": [ {');
  await echo(countersign, 'three');
  await expect(countersign.newestCall()).toContainText('deny “echo”');
  await expect(countersign.workbench.getByText('policy.json cannot be read').first()).toBeVisible();
  // The copy that is in force cannot be written by anybody else either.
  await countersign.quit();
  const inForce = path.join(home, 'policy.in-force.json');
  const kept = JSON.parse(fs.readFileSync(inForce, 'utf8'));
  fs.writeFileSync(
    inForce,
    JSON.stringify({ ...kept, rules: [{ server: '*', tool: '*', effect: 'allow' }] }),
  );
  const again = await start();
  await expect(again.workbench.getByText('none of them is in force').first()).toBeVisible();
});

test('the rules of the machine only tighten, and deny all when they cannot be read', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const machine = path.join(home, 'machine-policy.json');
  fs.writeFileSync(
    machine,
    JSON.stringify({ rules: [{ server: '*', tool: 'echo', effect: 'deny', why: 'house rules' }] }),
  );
  const countersign = await start({ asking: asking.entry });
  await echo(countersign, 'one');
  await expect(countersign.newestCall()).toContainText('house rules');
  fs.writeFileSync(machine, '{');
  await countersign.call('asking', 'ask');
  await expect(countersign.newestCall()).toContainText('the rules of this machine cannot be read');
  fs.rmSync(machine);
  await echo(countersign, 'two');
  await expect(countersign.newestCall()).toContainText('echo two');
});

test('E054: a call that waits for approval is not sent and no time of it runs; it can be cancelled', async ({
  start,
  home,
}) => {
  const asking = askingServer(home, { callSilenceSeconds: 2 });
  const countersign = await start({ asking: asking.entry }, none);
  await echo(countersign, 'one');
  const dialog = await approval(countersign);
  await dialog.waitForTimeout(3_000); // longer than the server may be silent
  await press(dialog.getByRole('button', { name: 'Send this call' }));
  await expect(countersign.newestCall()).toContainText('echo one');
  await echo(countersign, 'two');
  const second = await approval(countersign);
  await countersign.newestCall().getByRole('button', { name: 'Cancel call of echo' }).click();
  await expect(second.getByRole('alert').first()).toContainText('has ended');
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'cancelled');
  expect(sentCalls(asking.wire())).toHaveLength(1);
});

test('a server cannot ask by a call that was not sent to it', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await countersign.call('asking', 'ask_later');
  await countersign.approve('ask_later');
  await echo(countersign, 'waiting');
  await approval(countersign);
  await countersign.logged((line) => line.event === 'question refused' && line.why === 'outside a call');
});

test('E093: a dialog that cannot be drawn is no approval: the call is not sent', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, none);
  await echo(countersign, 'one');
  for (const times of [1, 2]) {
    const dialog = await approval(countersign);
    const crashed = dialog.waitForEvent('crash');
    await countersign.inWindow(dialog, (window) => window.webContents.forcefullyCrashRenderer());
    await crashed;
    await countersign.until(
      async () =>
        countersign.events().filter((event) => event === 'window lost').length === times || undefined,
      'the loss of the window is not on the record',
    );
  }
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'not sent');
  expect(sentCalls(asking.wire())).toEqual([]);
});

test('E094: a tool that writes policy.json, consents.json and servers.json loosens nothing and starts nothing', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const first = await start({ asking: asking.entry }, [{ server: '*', tool: 'write', effect: 'allow' }]);
  const at = (name: string) => path.join(home, name);
  const write = async (name: string, content: string) => {
    await first.call('asking', 'write', { file: at(name), content });
    await expect.poll(() => fs.readFileSync(at(name), 'utf8')).toBe(content);
  };
  await echo(first, 'one');
  await first.approve('echo', /always/);
  await expect(first.newestCall()).toContainText('echo one');
  const [approved, rules] = ['consents.json', 'policy.in-force.json'].map((name) =>
    fs.readFileSync(at(name), 'utf8'),
  );
  // Taken back, and stricter by now.
  await first.workbench.getByRole('button', { name: 'Rules and approvals' }).click();
  await first.workbench.getByRole('button', { name: 'Revoke the approval of echo' }).click();
  await expect(first.workbench.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  await write('policy.json', JSON.stringify({ rules: [{ server: '*', tool: '*', effect: 'allow' }] }));
  await echo(first, 'two');
  const wish = await first.dialog('policy.json has other rules');
  await clickAway(wish.getByRole('button', { name: 'Keep the old ones' }));
  await clickAway((await approval(first)).getByRole('button', { name: 'Do not send' }));
  // Earlier copies, which the app itself had written; and a server more.
  await write('consents.json', approved ?? '');
  const marker = at('ran');
  const evil = {
    command: 'node',
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`],
  };
  await write('servers.json', JSON.stringify({ mcpServers: { asking: asking.entry, evil } }));
  await write('policy.json', JSON.stringify({ rules: [] }));
  await echo(first, 'three');
  await clickAway((await approval(first)).getByRole('button', { name: 'Do not send' }));
  await first.quit();
  fs.writeFileSync(at('policy.in-force.json'), rules ?? '');
  const second = await start();
  await expect(second.workbench.getByText('What you had accepted was changed').first()).toBeVisible();
  await expect(
    second.workbench.getByText('The rules that you had accepted were changed').first(),
  ).toBeVisible();
  const anew = await second.dialog('Accept the rules of policy.json anew?');
  await clickAway(anew.getByRole('button', { name: 'Ask for every call' }));
  for (const server of ['asking', 'evil']) {
    const dialog = await second.dialog(`Start this program for “${server}”`);
    const name = server === 'asking' ? 'Start this program' : 'Do not start';
    await press(dialog.getByRole('button', { name }));
  }
  await expect(second.workbench.getByText('ready').first()).toBeVisible();
  await echo(second, 'four');
  await clickAway((await approval(second)).getByRole('button', { name: 'Do not send' }));
  await expect(second.newestCall()).toHaveAttribute('data-state', 'not sent');
  const said = asking.wire().filter(({ params }) => JSON.stringify(params ?? {}).includes('"echo"'));
  expect(said).toHaveLength(1);
  expect(fs.existsSync(marker)).toBe(false);
});
