/**
 * The main job, played on a throw-away folder in the real windows. Each step leaves a picture of a window in light and
 * in dark, the end the record. Everything that a picture shows lies under one path that tells nothing of this machine.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  test as base,
  type Countersign,
  clickAway,
  expect,
  fillDelete,
  press,
  writeServers,
} from '../countersign.ts';

const project = path.resolve(import.meta.dirname, '../..');
const out = path.join(project, 'out/demo');
// Not os.tmpdir() where it can be helped: on macOS that is a long random path.
const home = path.join(process.platform === 'win32' ? os.tmpdir() : '/tmp', 'countersign-demo');

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  home: async ({}, use) => {
    fs.rmSync(home, { recursive: true, force: true });
    await use(home);
    fs.rmSync(home, { recursive: true, force: true });
  },
});

test.beforeAll(() => {
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
});

test('the main job', async ({ start }) => {
  const app = await start();
  await app.logged((line) => line.event === 'server ready');
  await picture(app.workbench, 'first screen');

  const dialog = await app.callDelete();
  await armed(dialog, 'Accept');
  await picture(dialog, 'dialog');
  await picture(app.workbench, 'workbench while it waits');
  await fillDelete(dialog, 'notes.txt', 'old');
  await picture(dialog, 'filled');
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.getByText('At least 5 characters (now 3)')).toBeVisible();
  expect(fs.existsSync(app.sample())).toBe(true);
  await picture(dialog, 'a problem at its field');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(app.newestCall()).toContainText('Deleted notes.txt');
  expect(fs.existsSync(app.sample())).toBe(false);
  await picture(app.workbench, 'deleted');

  await app.workbench.getByRole('button', { name: 'Reset sample' }).click();
  await expect.poll(() => fs.existsSync(app.sample())).toBe(true);
  await clickAway((await app.callDelete()).getByRole('button', { name: 'Decline' }));
  await expect(app.newestCall()).toContainText('Deletion declined by the user');
  await picture(app.workbench, 'declined');

  await later(app);
  fs.copyFileSync(path.join(home, 'audit.jsonl'), path.join(out, 'audit.jsonl'));
});

/** Set aside half-filled, brought back as it was, and cancelled. */
async function later(app: Countersign): Promise<void> {
  const dialog = await app.callDelete();
  await dialog.getByLabel('File path').fill('notes.txt');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await app.noDialog();
  await picture(app.workbench, 'set aside by Later');
  await app.workbench.getByRole('button', { name: 'Bring it back' }).click();
  const back = await app.dialog('Confirm deletion of notes.txt');
  await expect(back.getByLabel('File path')).toHaveValue('notes.txt');
  await armed(back, 'Accept');
  await picture(back, 'brought back');
  await clickAway(back.getByRole('button', { name: 'Cancel', exact: true }));
  await expect(app.newestCall()).toContainText('Deletion cancelled');
  expect(fs.existsSync(app.sample())).toBe(true);
  await picture(app.workbench, 'cancelled');
}

test('a server of your own', async ({ start }) => {
  // A link, so that the dialog names it by a path that is not this checkout's; Node finds its packages by the real one.
  const example = path.join(home, 'ask');
  fs.mkdirSync(home, { recursive: true });
  fs.symlinkSync(path.join(project, 'examples/ask'), example, 'junction');
  writeServers(home, { mailing: { command: 'node', args: [path.join(example, 'server.mjs')] } });
  const app = await start();
  const permission = await app.dialog('Start this program');
  await armed(permission, 'Start this program');
  await picture(permission, 'permission to start a program');
  await app.allow('mailing');
  await app.workbench.getByRole('button', { name: 'mailing' }).first().click();
  await app.workbench.getByRole('radio', { name: 'team' }).check();
  await app.workbench.getByRole('button', { name: 'Call send_letter' }).click();
  const call = await app.dialog('Send this call of “send_letter”');
  await armed(call, 'Send this call');
  await picture(call, 'the call before it is sent');
  await app.approve('send_letter');
  const dialog = await app.dialog('Send this letter to 40 people?');
  await armed(dialog, 'Accept');
  await picture(dialog, 'the question of an own server');
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
  await expect(app.newestCall()).toContainText('Not sent: the person said no');
});

const armed = (dialog: Page, name: string) =>
  expect(dialog.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true');

let step = 0;
async function picture(page: Page, name: string): Promise<void> {
  step += 1;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const file = `${String(step).padStart(2, '0')}-${name.replaceAll(' ', '-')}-${colorScheme}.png`;
    // The change of colours fades in: pictures are of its end.
    await page.screenshot({ path: path.join(out, file), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
}
