import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, press, test } from './countersign.ts';

const server = path.resolve(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

test('the 13-field form of server-everything is drawn whole, and what was entered arrives', async ({
  start,
  folder,
}) => {
  const countersign = await start({ everything: { command: 'node', args: [server, 'stdio'] } });
  // It wants to know the folders as soon as it runs.
  const folders = await countersign.dialog('wants to know which folders');
  await folders.getByRole('button', { name: 'Add an entry' }).click();
  await folders.getByRole('textbox', { name: 'entry 1' }).fill(folder);
  await press(folders.getByRole('button', { name: 'Share these folders' }));
  await countersign.noDialogWith('wants to know');
  await countersign.call('everything', 'get-roots-list');
  await expect(countersign.newestCall()).toContainText(pathToFileURL(folder).href);
  await countersign.call('everything', 'trigger-elicitation-request');
  const dialog = await countersign.dialog('“everything” asks');
  await expect(dialog.locator('[data-field]')).toHaveCount(13);
  await dialog.screenshot({ path: 'test-results/pictures/everything.png' });
  const accept = dialog.getByRole('button', { name: 'Accept' });
  // It is longer than the window: it has to be seen to its end first.
  await expect(dialog.getByText('Scroll to the last field to accept.')).toBeVisible();
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  await dialog.locator('[data-field]').first().getByRole('textbox').fill('Ada');
  await dialog.locator('[data-field]').last().scrollIntoViewIfNeeded();
  await dialog.locator('#scroll').press('End');
  await press(accept);
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
  await expect(countersign.newestCall()).toContainText('Ada');
  expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: accept' });
});
