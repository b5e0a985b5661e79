/** The record as stories, in the real window, however long it is. */
import fs from 'node:fs';
import path from 'node:path';
import { clickAway, expect, fillDelete, press, test } from './countersign.ts';

test('a delete is one story: who called, the policy, sent, asked, answered, the result', async ({
  start,
}) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  await countersign.workbench.getByRole('button', { name: 'Reset sample' }).click();
  await expect.poll(() => fs.existsSync(countersign.sample())).toBe(true);
  await clickAway((await countersign.callDelete()).getByRole('button', { name: 'Decline' }));
  await countersign.logged((line) => line.event === 'call ended' && line.outcome === 'tool error');
  const { workbench } = countersign;
  await workbench.getByRole('button', { name: 'Activity' }).click();
  const stories = workbench.getByRole('article').filter({ hasText: 'delete_file' });
  await expect(stories).toHaveCount(2);
  await expect(stories.first()).toContainText('answered: decline');
  const told = await stories.nth(1).getByRole('listitem').allInnerTexts();
  const words = [
    'Called by the person; sent without asking',
    'Sent with filepath',
    'Asked: Confirm deletion of notes.txt',
    'Shown',
    'answered: accept, by pointer',
    'Answer sent: accept',
    'Ended: done',
  ];
  expect(told).toHaveLength(words.length);
  for (const [index, text] of words.entries()) expect(told[index]).toContain(text);
  for (const colorScheme of ['light', 'dark'] as const) {
    await workbench.emulateMedia({ colorScheme });
    await workbench.screenshot({ path: `test-results/pictures/activity-${colorScheme}.png` });
  }
  await workbench.getByLabel('Outcome').fill('tool error');
  await expect(stories).toHaveCount(1);
  await workbench.getByLabel('Any words').fill('no such words');
  await expect(workbench.getByText('Nothing that fits is on the record.')).toBeVisible();
});

test('100,000 lines: the first screen is there at once, few of them are drawn, and the oldest can be found', async ({
  start,
  home,
}) => {
  await (await start()).quit();
  const lines = Array.from({ length: 50_000 }, (_, n) => {
    const common = { time: new Date(1_790_000_000_000 + n * 1_000).toISOString(), call: `c${n}` };
    return `${JSON.stringify({ seq: 2 * n + 1, ...common, event: 'call judged', server: 'old', tool: `tool ${n}`, by: 'person', effect: 'allow', because: 'x' })}\n${JSON.stringify({ seq: 2 * n + 2, ...common, event: 'call ended', outcome: 'done' })}\n`;
  });
  fs.writeFileSync(path.join(home, 'audit.1-100000.jsonl'), lines.join(''));
  const countersign = await start();
  const { workbench } = countersign;
  const started = Date.now();
  await workbench.getByRole('button', { name: 'Activity' }).click();
  await expect(workbench.getByRole('article').first()).toBeVisible();
  console.log(`the first screen after ${Date.now() - started} ms`);
  const scrolled = workbench.getByRole('feed');
  for (let n = 0; n < 20; n++) await scrolled.evaluate((e) => e.scrollTo(0, e.scrollHeight));
  await expect(
    workbench
      .getByText('tool 49999', { exact: true })
      .or(workbench.getByText(/^\d{3,} read$/))
      .first(),
  ).toBeVisible();
  expect(await workbench.getByRole('article').count()).toBeLessThan(40);
  await workbench.getByLabel('Tool', { exact: true }).fill('tool 17');
  await workbench.getByLabel('Server', { exact: true }).fill('old');
  await expect(workbench.getByRole('article').first()).toContainText('tool 17');
});

test('the record is exported as a table, by the menu', async ({ start, home }) => {
  const countersign = await start();
  const target = path.join(home, 'out.csv');
  await countersign.answerSaveDialog(target);
  await countersign.chooseInMenu('Export the record…');
  await expect(
    countersign.workbench.getByText(`The record was exported to ${target}.`).first(),
  ).toBeVisible();
  expect(fs.readFileSync(target, 'utf8')).toContain('seq,time,event,server,tool,call,question,details');
});
