import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
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

const folder = path.resolve(import.meta.dirname, '../test-results/pictures');

test('both windows in light and dark, for a person to look at', async ({ start }) => {
  const countersign = await start();
  await inBothColours(countersign.workbench, 'workbench');
  const dialog = await countersign.callDelete();
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  await inBothColours(dialog, 'dialog');
  await inBothColours(countersign.workbench, 'workbench-waiting');
  await fillDelete(dialog, 'notes.txt', 'old');
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.getByText('At least 5 characters (now 3)')).toBeVisible();
  await inBothColours(dialog, 'dialog-problem');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  await inBothColours(countersign.workbench, 'workbench-done');
});

test('the permission to start a program in light and dark, for a person to look at', async ({
  start,
  home,
}) => {
  const { entry } = askingServer(home);
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(
    path.join(home, 'servers.json'),
    JSON.stringify({ mcpServers: { asking: { ...entry, env: { TOKEN_FILE: '/x' } } } }),
  );
  const countersign: Countersign = await start();
  await inBothColours(await countersign.dialog('Start this program'), 'permission');
});

test('questions of every sort in light and dark, for a person to look at', async ({ start, home }) => {
  test.setTimeout(120_000);
  const asking = askingServer(home, { questionLimitSeconds: 20 });
  const countersign = await start({ asking: asking.entry });
  const ask = async (params: object, says: string) => {
    await countersign.call('asking', 'ask_raw', { params });
    return countersign.dialog(says);
  };
  const full = await ask({ message: 'Where should the parcel go?', requestedSchema: parcel }, 'the parcel');
  await inBothColours(full, 'form');
  await full.locator('#scroll').press('End');
  await press(full.getByRole('button', { name: 'Accept' }));
  await expect(full.locator('.problem').first()).toBeVisible();
  await inBothColours(full, 'form-problems');
  await clickAway(full.getByRole('button', { name: 'Decline' }));
  const url = 'https://аррӏе.com/account/sign-in?session=8c1f';
  const page = await ask(
    { mode: 'url', message: 'Please sign in to your account to go on.', url },
    'sign in',
  );
  await expect(page.getByRole('button', { name: 'Open in browser' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await inBothColours(page, 'page');
  await clickAway(page.getByRole('button', { name: 'Decline' }));
  const password = { properties: { password: { type: 'string', title: 'Your password' } } };
  await countersign.call('asking', 'ask_raw', { params: { message: 'Sign in', requestedSchema: password } });
  await expect(countersign.workbench.getByText('asked something that was refused').first()).toBeVisible();
  await inBothColours(countersign.workbench, 'refused');
  await countersign.call('asking', 'many', { count: 3 });
  const first = await countersign.dialog('2 more waiting');
  await inBothColours(first, 'two-waiting');
  await expect(first.getByRole('alert').first()).toContainText('Not answered in time', { timeout: 30_000 });
  await inBothColours(first, 'expired');
});

test('whether a call is sent, in light and dark, for a person to look at', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry }, []);
  const echo = () =>
    countersign.call('asking', 'echo', { say: 'hello', to: ['ada@example.org', 'bob@example.org'] });
  await countersign.call('asking', 'become', { description: 'Says it back' });
  await countersign.approve('become', /always/);
  await echo();
  const dialog = await countersign.dialog('Send this call of “echo”');
  await expect(dialog.getByRole('button', { name: 'Send this call' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await inBothColours(dialog, 'approval');
  await inBothColours(countersign.workbench, 'waiting-for-approval');
  await countersign.approve('echo', /always/);
  await countersign.call('asking', 'become', { description: 'Sends it to everybody' });
  await echo();
  const changed = await countersign.dialog('Sends it to everybody');
  await inBothColours(changed, 'changed-tool');
  await clickAway(changed.getByRole('button', { name: 'Do not send' }));
  writeRules(home, [
    { server: '*', tool: '*', effect: 'allow' },
    { server: 'asking', tool: 'ask_*', effect: 'deny', why: 'not while I am away' },
  ]);
  await echo();
  await inBothColours(await countersign.dialog('policy.json has other rules'), 'changed-rules');
  await countersign.acceptRules();
  await countersign.workbench.getByRole('button', { name: 'Rules and approvals' }).click();
  await inBothColours(countersign.workbench, 'rules');
  await countersign.workbench.getByRole('button', { name: 'Activity' }).click();
  await countersign.workbench.getByRole('feed').getByRole('article').first().waitFor();
  await inBothColours(countersign.workbench, 'activity');
});

test('what a server may do, in light and dark, for a person to look at', async ({ start, home, folder }) => {
  const asking = askingServer(home, { env: { TOKEN_FILE: '/x' } }, '2025-11-25', 'driving');
  const first = await start({ asking: asking.entry });
  const what = await first.dialog('What may “asking” do?');
  await inBothColours(what, 'what-it-may-do');
  await what.locator('#scroll').press('End');
  await press(what.getByRole('button', { name: 'Save' }));
  await first.noDialogWith('What may');
  await first.workbench.getByText('What it may do').first().click();
  await first.workbench.getByRole('button', { name: 'Folders…' }).click();
  const folders = await first.dialog('Which folders do you share');
  await folders.getByRole('button', { name: 'Add an entry' }).click();
  await folders.getByRole('textbox', { name: 'entry 1' }).fill(home);
  await press(folders.getByRole('button', { name: 'Share these folders' }));
  await expect(folders.getByText('holds what Countersign itself keeps')).toBeVisible();
  await inBothColours(folders, 'folders-refused');
  await folders.getByRole('textbox', { name: 'entry 1' }).fill(folder);
  await press(folders.getByRole('button', { name: 'Share these folders' }));
  await first.noDialogWith('Which folders');
  await inBothColours(first.workbench, 'said-of-it');
  await first.call('asking', 'click_and_ask', {});
  await inBothColours(await first.dialog('May I?'), 'held');
  await first.quit();
  const changed = { ...asking.entry, env: { TOKEN_FILE: '/y' }, questionLimitSeconds: 60 };
  fs.writeFileSync(path.join(home, 'servers.json'), JSON.stringify({ mcpServers: { asking: changed } }));
  const second = await start();
  await inBothColours(await second.dialog('not the one that you accepted before'), 'changed-entry');
});

const parcel = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      title: 'Name',
      description: 'Of the person who takes it',
      minLength: 2,
      maxLength: 60,
    },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    day: { type: 'string', title: 'Day', format: 'date' },
    parcels: { type: 'integer', title: 'Parcels', minimum: 1, maximum: 9, default: 1 },
    size: {
      type: 'string',
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    fragile: { type: 'boolean', title: 'Fragile' },
    extras: { type: 'array', title: 'Extras', items: { type: 'string', enum: ['Insured', 'Signed for'] } },
    note: { type: 'string', title: 'Note', maxLength: 300 },
  },
  required: ['name', 'email', 'size', 'fragile'],
};

async function inBothColours(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: null });
}
