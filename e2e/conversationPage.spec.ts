/** The pages of conversations and of the model, as a person uses them. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test, toolOf } from './conversing.ts';
import { askingServer, clickAway, expect, fillDelete, press } from './countersign.ts';

const folder = path.resolve(import.meta.dirname, '../test-results/pictures');

async function inBothColours(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
}

test('a model is chosen, deletes notes.txt as far as a person lets it, and its link opens only after a press', async ({
  start,
  model,
}) => {
  const countersign = await start();
  const { workbench } = countersign;
  await workbench.getByRole('button', { name: 'Conversation', exact: true }).click();
  await expect(workbench.getByText('No conversation yet')).toBeVisible();
  await workbench.getByRole('button', { name: 'Choose a model' }).click();
  await inBothColours(workbench, 'no-model');
  await workbench.getByRole('radio', { name: /compatible/i }).check();
  await workbench.getByRole('textbox', { name: 'Address' }).fill(model.address);
  await workbench.getByRole('textbox', { name: 'Model', exact: true }).fill('scripted');
  await workbench.getByRole('button', { name: 'Choose', exact: true }).click();
  const choice = await countersign.dialog('Send conversations to the model');
  await choice.getByLabel('Key').fill('sk-ant-0123456789abcdef0123456789');
  await expect(choice.getByLabel('Key')).toHaveAttribute('type', 'password');
  await inBothColours(choice, 'provider');
  await press(choice.getByRole('button', { name: 'Use this model' }));
  await expect(workbench.getByText(model.address).first()).toBeVisible();
  await inBothColours(workbench, 'model-chosen');
  await workbench.getByRole('button', { name: 'Conversation', exact: true }).click();
  await workbench.getByRole('button', { name: 'New conversation' }).click();
  model.follow((request, nth) =>
    nth === 0
      ? {
          text: ['I found **notes.txt**, and will ', 'delete it.'],
          calls: [{ name: toolOf(request, 'delete_file'), arguments: { filepath: 'notes.txt' } }],
        }
      : { text: ['Done. See [the manual](https://example.org/manual) and <b>nothing else</b>.'] },
  );
  await workbench.getByLabel('Your message').fill('Delete notes.txt, please');
  await workbench.getByLabel('Your message').press('Enter');
  const dialog = await countersign.dialog('Confirm deletion of notes.txt');
  await expect(workbench.getByText('Waiting for you:')).toContainText('asks about delete_file');
  await expect(workbench.locator('.model-call')).toHaveAttribute('data-state', 'waiting for an answer');
  await inBothColours(workbench, 'conversation-waiting');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(workbench.getByRole('feed', { name: 'Messages' })).toContainText('Done. See');
  await expect(workbench.locator('.model-call')).toHaveAttribute('data-state', 'done');
  expect(fs.existsSync(countersign.sample())).toBe(false);
  await expect(workbench.getByText('<b>nothing else</b>').first()).toBeVisible();
  await inBothColours(workbench, 'conversation-done');
  await workbench.getByRole('button', { name: /the manual/ }).click();
  const link = await countersign.dialog('Open this address from the conversation?');
  await expect(link.locator('.asked')).toContainText('https://example.org/manual');
  await inBothColours(link, 'link');
  await clickAway(link.getByRole('button', { name: 'Do not open' }));
  expect(countersign.log().filter((line) => line.about === 'link')).toHaveLength(1);
});

test('a denied call, stopped, said otherwise, tried again, renamed, found, removed', async ({
  start,
  model,
  home,
}) => {
  const asking = askingServer(home);
  const rules = [{ server: '*', tool: 'write', effect: 'deny', why: 'not here' }] as const;
  const countersign = await start({ asking: asking.entry }, rules);
  const { workbench } = countersign;
  await workbench.getByRole('button', { name: 'Model', exact: true }).click();
  await workbench.getByRole('radio', { name: /compatible/i }).check();
  await workbench.getByRole('textbox', { name: 'Address' }).fill(model.address);
  await workbench.getByRole('textbox', { name: 'Model', exact: true }).fill('scripted');
  await workbench.getByRole('button', { name: 'Choose', exact: true }).click();
  await press(
    (await countersign.dialog('Send conversations')).getByRole('button', { name: 'Use this model' }),
  );
  await workbench.getByRole('button', { name: 'Conversation', exact: true }).click();
  await workbench.getByRole('button', { name: 'New conversation' }).click();
  const say = async (text: string) => {
    await workbench.getByLabel('Your message').fill(text);
    await workbench.getByRole('button', { name: /^(Send|Say this instead)$/ }).click();
  };
  const feed = workbench.getByRole('feed', { name: 'Messages' });
  model.follow((request, nth) =>
    nth === 0
      ? { calls: [{ name: toolOf(request, 'write'), arguments: { file: '/etc/passwd', content: 'x' } }] }
      : { text: ['I may not.'] },
  );
  await say('Write it');
  await expect(feed).toContainText('I may not.');
  await expect(workbench.locator('.model-call')).toHaveAttribute('data-state', 'denied');
  await inBothColours(workbench, 'conversation-denied');
  model.script({ text: ['One ', 'two '], hang: true });
  await say('Count');
  await expect(feed).toContainText('two');
  await workbench.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await expect(feed).toContainText('Stopped by you.');
  model.script({ text: ['One two three.'] });
  await workbench.getByRole('button', { name: 'Try again' }).click();
  await expect(feed).toContainText('One two three.');
  await workbench.getByRole('button', { name: 'Edit' }).last().click();
  model.script({ text: ['Four five.'] });
  await say('Count on');
  await expect(feed).toContainText('Four five.');
  await expect(feed).not.toContainText('One two three.');
  await workbench.getByLabel('Search in all conversations').fill('five');
  await expect(workbench.getByText('Four five.').first()).toBeVisible();
  await workbench.getByLabel('Search in all conversations').fill('');
  await workbench.getByRole('button', { name: 'Rename', exact: true }).click();
  await workbench.getByLabel('Name of this conversation').fill('What I may not');
  await workbench.getByLabel('Name of this conversation').press('Enter');
  await expect(workbench.getByRole('heading', { name: 'What I may not' })).toBeVisible();
  const target = path.join(home, 'exported.md');
  await countersign.answerSaveDialog(target);
  await workbench.getByRole('button', { name: 'Export…' }).click();
  await expect
    .poll(() => (fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : ''))
    .toContain('# What I may not');
  expect(fs.readFileSync(target, 'utf8')).toContain('Four five.');
  await workbench.getByRole('button', { name: 'Delete…' }).click();
  await workbench.getByRole('button', { name: 'Delete it', exact: true }).click();
  await expect(workbench.getByText('No conversation yet')).toBeVisible();
  await expect.poll(() => fs.readdirSync(path.join(home, 'conversations'))).toEqual([]);
});
