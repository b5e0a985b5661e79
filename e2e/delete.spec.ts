import fs from 'node:fs';
import { expect, fillDelete, press, test } from './countersign.ts';

test('delete asks with details only the server knows', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await expect(dialog.getByText('Confirm deletion of notes.txt (2.3 KB, modified 2026-10-05 14:30)')).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 1 })).toHaveText('“Sample files” asks about “delete_file”');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(fs.existsSync(countersign.sample())).toBe(false);
});
