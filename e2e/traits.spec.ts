/** What the person says of a server: whether its word counts, whether it can drive this desktop, whether values are kept. */
import fs from 'node:fs';
import path from 'node:path';
import { askingServer, type Countersign, clickAway, expect, press, test } from './countersign.ts';

const none = [] as const;
const what = 'What may “asking” do?';

async function say(countersign: Countersign, ...ticks: [label: RegExp, on: boolean][]): Promise<void> {
  const dialog = await countersign.dialog(what);
  for (const [label, on] of ticks) await dialog.getByRole('checkbox', { name: label }).setChecked(on);
  await dialog.locator('#scroll').press('End');
  await press(dialog.getByRole('button', { name: 'Save' }));
  await countersign.noDialogWith(what);
}

async function open(countersign: Countersign): Promise<void> {
  const { workbench } = countersign;
  await workbench.getByRole('button', { name: 'asking' }).first().click();
  const details = workbench.getByRole('group').filter({ hasText: 'What it may do' }).first();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  await workbench.getByRole('button', { name: 'What it may do…' }).click();
}

const driving = /drive this desktop/;
const trusted = /Believe what it says/;
const values = /Keep values/;

test('E089: what a server says of its own tools counts only once the person believes it', async ({
  start,
  home,
}) => {
  const asking = askingServer(home, {}, '2025-11-25', 'driving');
  const countersign = await start({ asking: asking.entry }, none);
  await say(countersign, [driving, false]);
  await countersign.call('asking', 'look', {});
  const dialog = await countersign.dialog('Send this call of “look”');
  await clickAway(dialog.getByRole('button', { name: 'Do not send' }));
  await open(countersign);
  await say(countersign, [trusted, true]);
  await countersign.call('asking', 'look', {});
  await expect(countersign.newestCall()).toContainText('looked');
  expect(countersign.log().findLast((line) => line.event === 'call judged')).toMatchObject({
    effect: 'allow',
    because: expect.stringContaining('trusted'),
  });
  // Another tool, which claims nothing, is asked as before.
  await countersign.call('asking', 'echo', { say: 'x' });
  await clickAway(
    (await countersign.dialog('Send this call of “echo”')).getByRole('button', { name: 'Do not send' }),
  );
});

test('a server whose tools look as if they drove the desktop: held back while a dialog waits, nothing armed while it works', async ({
  start,
  home,
}) => {
  const when = path.join(home, 'when');
  const asking = askingServer(home, {}, '2025-11-25', 'driving');
  const other = askingServer(home);
  const countersign = await start({ asking: asking.entry, other: other.entry });
  await say(countersign, [driving, true]);
  // A question of another server waits: the call is held back, and goes when it has ended.
  await countersign.call('other', 'ask');
  const first = await countersign.dialog('A question');
  await clickAway(first.getByRole('button', { name: 'Later' }));
  await countersign.call('asking', 'click', {});
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'held back');
  const clicks = () => asking.wire().filter(({ method }) => method === 'tools/call');
  expect(clicks()).toEqual([]);
  await countersign.workbench.getByRole('button', { name: 'Bring it back' }).click();
  await clickAway((await countersign.dialog('A question')).getByRole('button', { name: 'Decline' }));
  await expect(countersign.workbench.getByText('clicked')).toBeVisible();
  expect(countersign.events()).toContain('call held back');
  // It is at work: a question that comes meanwhile can be declined by pointer and Escape, and not accepted.
  await countersign.call('asking', 'click', { when });
  await expect.poll(() => clicks().length).toBe(2);
  await countersign.call('other', 'ask');
  const held = await countersign.dialog('A question');
  await expect(held.getByText('A server that can press keys and buttons is at work')).toBeVisible();
  const accept = held.getByRole('button', { name: 'Accept' });
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  await accept.click({ force: true });
  expect(await countersign.dialogs()).toBe(1);
  fs.writeFileSync(when, '');
  await press(accept);
  await expect(countersign.newestCall()).toContainText('"action":"accept"');
});

test('a server that can press the button cannot have its own question accepted while its call runs', async ({
  start,
  home,
}) => {
  const asking = askingServer(home, {}, '2025-11-25', 'driving');
  const countersign = await start({ asking: asking.entry });
  await say(countersign, [driving, true]);
  await countersign.call('asking', 'click_and_ask', {});
  const dialog = await countersign.dialog('May I?');
  await expect(dialog.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-disabled', 'true');
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('"action":"decline"');
});

test('values go on the record only once the person wants them for a server, and no longer once not', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const sent = async (say: string) => {
    await countersign.call('asking', 'echo', { say });
    await expect(countersign.newestCall()).toContainText(`echo ${say}`);
    return countersign.log().findLast((line) => line.event === 'call sent')?.values;
  };
  expect(await sent('one')).toBeUndefined();
  await open(countersign);
  await say(countersign, [values, true]);
  expect(await sent('two')).toEqual({ say: 'two' });
  await open(countersign);
  await say(countersign, [values, false]);
  expect(await sent('three')).toBeUndefined();
  expect(countersign.log().filter((line) => line.event === 'server described')).toHaveLength(2);
});
