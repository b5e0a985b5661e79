/** The main job, played on a throw-away folder in the real windows; each step leaves its pictures, the end the record. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  askingServer,
  Countersign,
  clickAway,
  expect,
  fillDelete,
  press,
  test,
  writeServers,
} from '../countersign.ts';

const out = path.resolve(import.meta.dirname, '../../out/demo');
const home = path.join(os.tmpdir(), 'countersign-demo');

test('the main job', async () => {
  for (const folder of [out, home]) fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  const app = await Countersign.start(home);
  await app.logged((line) => line.event === 'server ready');
  await picture(app.workbench, 'first screen');

  const dialog = await app.callDelete();
  await armed(dialog);
  await picture(dialog, 'dialog');
  await picture(app.workbench, 'workbench while it waits');
  await fillDelete(dialog, 'notes.txt', 'old');
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.getByText('At least 5 characters')).toBeVisible();
  await picture(dialog, 'a problem at its field');

  await dialog.getByRole('button', { name: 'Later' }).click();
  await app.noDialog();
  await picture(app.workbench, 'set aside');
  await app.workbench.getByRole('button', { name: 'Bring it back' }).click();
  const back = await app.dialog('Confirm deletion');
  await fillDelete(back);
  await press(back.getByRole('button', { name: 'Accept' }));
  await expect(app.newestCall()).toContainText('Deleted notes.txt');
  await picture(app.workbench, 'deleted');

  await app.workbench.getByRole('button', { name: 'Reset sample' }).click();
  await expect.poll(() => fs.existsSync(app.sample())).toBe(true);
  await clickAway((await app.callDelete()).getByRole('button', { name: 'Decline' }));
  await expect(app.newestCall()).toContainText('Deletion declined by the user');
  await picture(app.workbench, 'declined');
  fs.copyFileSync(path.join(home, 'audit.jsonl'), path.join(out, 'audit.jsonl'));
  await app.quit();
});

test('the permission to start a program', async () => {
  const own = path.join(home, 'second');
  writeServers(own, { asking: askingServer(own).entry });
  const app = await Countersign.start(own);
  await picture(await app.dialog('Start this program'), 'permission');
  await app.quit();
});

const armed = (dialog: Page) =>
  expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');

let step = 0;
async function picture(page: Page, name: string): Promise<void> {
  step += 1;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const file = `${String(step).padStart(2, '0')}-${name.replaceAll(' ', '-')}-${colorScheme}.png`;
    await page.screenshot({ path: path.join(out, file) });
  }
  await page.emulateMedia({ colorScheme: null });
}
