/** Roots: the folders that the person shares with a server. Told to it, asked first, and never taken as protection. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { askingServer, type Countersign, clickAway, expect, fillDelete, press, test } from './countersign.ts';

const share = 'Share these folders';
const wish = (countersign: Countersign) => countersign.dialog('wants to know which folders');

/** Makes the list in the dialog hold exactly these. */
async function enter(dialog: Page, folders: readonly string[]): Promise<void> {
  const remove = dialog.getByRole('button', { name: /^Remove entry/ });
  while ((await remove.count()) > 0) await remove.first().click();
  for (const [index, folder] of folders.entries()) {
    await dialog.getByRole('button', { name: 'Add an entry' }).click();
    await dialog.getByRole('textbox', { name: `entry ${index + 1}` }).fill(folder);
  }
}

async function change(countersign: Countersign, server: string, folders: readonly string[]): Promise<void> {
  const { workbench } = countersign;
  await workbench.getByRole('button', { name: server }).first().click();
  const details = workbench.getByRole('group').filter({ hasText: 'What it may do' }).first();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  await workbench.getByRole('button', { name: 'Folders…' }).click();
  const dialog = await countersign.dialog(`Which folders do you share with “${server}”?`);
  await enter(dialog, folders);
  await press(dialog.getByRole('button', { name: share }));
  await countersign.noDialogWith('Which folders do you share');
}

const uri = (folder: string) => pathToFileURL(folder).href;

for (const era of ['2025-11-25', '2026-07-28'] as const)
  test(`in ${era} they are asked when a server first wants them, and told as they were accepted`, async ({
    start,
    home,
    folder,
  }) => {
    const asking = askingServer(home, {}, era);
    const countersign = await start({ asking: asking.entry });
    await countersign.call('asking', 'folders', {});
    const dialog = await wish(countersign);
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'waiting for an answer');
    await enter(dialog, [home]);
    await press(dialog.getByRole('button', { name: share }));
    await expect(dialog.getByText('holds what Countersign itself keeps')).toBeVisible();
    await enter(dialog, [folder]);
    await press(dialog.getByRole('button', { name: share }));
    await expect(countersign.newestCall()).toContainText(uri(folder));
    await countersign.call('asking', 'folders', {});
    await expect(countersign.workbench.locator('[data-state="done"]')).toHaveCount(2);
    await change(countersign, 'asking', []);
    await countersign.call('asking', 'folders', {});
    await expect(countersign.newestCall()).toContainText('"roots":[]');
    const changes = asking.wire().filter(({ method }) => method === 'notifications/roots/list_changed');
    expect(changes).toHaveLength(era === '2025-11-25' ? 1 : 0);
    expect(countersign.log().filter((line) => line.event === 'folders shared')).toMatchObject([
      { folders: [folder] },
      { folders: [] },
    ]);
    // They are kept for this server as it is.
    await countersign.quit();
    const again = await start();
    const known = again.log().length;
    await again.logged((line) => line.event === 'server ready' && line.seq > known - 2);
    await again.call('asking', 'folders', {});
    await expect(again.newestCall()).toContainText('"roots":[]');
  });

test('none where the person says none, and nothing where the dialog is closed', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'folders', {});
  await clickAway((await wish(countersign)).getByRole('button', { name: 'Cancel' }));
  await expect(countersign.newestCall()).toContainText('has not said');
  await countersign.call('asking', 'folders', {});
  await clickAway((await wish(countersign)).getByRole('button', { name: 'Share none' }));
  await expect(countersign.newestCall()).toContainText('"roots":[]');
  await countersign.call('asking', 'folders', {});
  await expect(countersign.workbench.locator('[data-state="done"]')).toHaveCount(3);
});

for (const protocol of ['older first', 'newer first'] as const)
  test(`${protocol}: the file server with narrower, wider, other and missing folders, and others while it asks`, async ({
    start,
    folder,
    home,
  }) => {
    const inside = path.join(folder, 'inside');
    const beside = path.join(folder, 'beside');
    const gone = path.join(folder, 'gone');
    for (const each of [inside, beside, gone]) fs.mkdirSync(each);
    const notes = path.join(inside, 'notes.txt');
    fs.writeFileSync(notes, 'x'.repeat(512));
    fs.writeFileSync(path.join(beside, 'other.txt'), 'x');
    const countersign = await start({
      files: { type: 'bundled', server: 'files', directories: [inside, gone], protocol },
    });
    const { workbench } = countersign;
    const info = async (file: string) => {
      const before = await workbench.locator('.call').count();
      await workbench.getByRole('button', { name: 'file_info', exact: true }).click();
      await workbench.getByLabel(/^filepath/).fill(file);
      await workbench.getByRole('button', { name: 'Call file_info' }).click();
      await expect(workbench.locator('.call')).toHaveCount(before + 1);
      return countersign.newestCall();
    };
    // Without a word of the person's they are those that it works in.
    await expect(await info(notes)).toContainText('512');
    // Wider, and others beside: what it works in stays what it is.
    await change(countersign, 'files', [folder, beside]);
    await expect(await info(notes)).toContainText('512');
    await expect(await info(path.join(beside, 'other.txt'))).toContainText('outside the allowed directories');
    // Narrower.
    await change(countersign, 'files', [gone]);
    await expect(await info(notes)).toContainText('outside the allowed directories');
    // One that is gone by now, and one elsewhere: nothing is left.
    fs.rmdirSync(gone);
    await expect(await info(notes)).toContainText(/leave none|outside the allowed directories/);
    await change(countersign, 'files', [beside]);
    await expect(await info(notes)).toContainText('leave none');
    // Others while its question is open: what was accepted is not done.
    await change(countersign, 'files', [inside]);
    await workbench.getByRole('button', { name: 'delete_file', exact: true }).click();
    await workbench.getByLabel(/^filepath/).fill(notes);
    await workbench.getByRole('button', { name: 'Call delete_file' }).click();
    const dialog = await countersign.dialog('Confirm deletion of');
    await clickAway(dialog.getByRole('button', { name: 'Later' }));
    await change(countersign, 'files', [beside]);
    await workbench.getByRole('button', { name: 'Bring it back' }).click();
    const back = await countersign.dialog('Confirm deletion of');
    await fillDelete(back, notes);
    await press(back.getByRole('button', { name: 'Accept' }));
    await expect(countersign.newestCall()).toContainText('is no longer inside the allowed directories');
    expect(fs.existsSync(notes)).toBe(true);
    expect(fs.existsSync(path.join(home, 'audit.jsonl'))).toBe(true);
  });

test('E094: the bundled server may not work in the folder of the app, nor around it', async ({
  start,
  home,
  folder,
}) => {
  fs.symlinkSync(home, path.join(folder, 'link'));
  const bundled = (directory: string) => ({ type: 'bundled', server: 'files', directories: [directory] });
  const entries = {
    own: bundled(path.join(home, 'logs')),
    around: bundled('/'),
    by: bundled(path.join(folder, 'link')),
  };
  fs.writeFileSync(path.join(home, 'servers.json'), JSON.stringify({ mcpServers: entries }));
  const countersign = await start();
  for (const server of Object.keys(entries)) {
    await countersign.workbench.getByRole('button', { name: server }).first().click();
    await expect(
      countersign.workbench.getByText('Countersign itself keeps things there').first(),
    ).toBeVisible();
  }
  expect(countersign.events()).not.toContain('server ready');
  expect(await countersign.dialogs()).toBe(0);
});
