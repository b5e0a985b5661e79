import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { askingServer, type Countersign, expect, fillDelete, press, test } from './countersign.ts';

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

async function inBothColours(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: null });
}
