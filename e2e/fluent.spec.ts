/** A long conversation stays fluent. The figures are printed; what is asserted leaves room for a busy machine. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Talk, test, useModel } from './conversing.ts';
import { expect } from './countersign.ts';

/** From now on: the longest time (ms) for which the page could do nothing else. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept = window as unknown as { longest: number };
    kept.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration);
    }).observe({ type: 'longtask' });
  });
const longest = (page: Page): Promise<number> =>
  page.evaluate(() => Math.round((window as unknown as { longest: number }).longest));

/** 1,000 messages, one of 200 KB among them. */
function longConversation(home: string): string {
  const conversationId = randomUUID();
  const words = 'A sentence of the model, with **some** `marks` in it. ';
  const messages = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ messageId: `m${n}`, by: n % 2 === 0 ? 'person' : 'model', at: 1_796_000_000_000 + n },
    text: n === 901 ? `${words.repeat(4_000)}\n` : `Number ${n}: ${words.repeat(1 + (n % 7))}`,
    ...(n % 2 === 0 ? {} : { calls: [] }),
  }));
  fs.mkdirSync(path.join(home, 'conversations'), { recursive: true });
  fs.writeFileSync(
    path.join(home, 'conversations', `${conversationId}.json`),
    JSON.stringify({ version: 1, conversationId, title: 'Long', changedAt: 1, messages }),
  );
  return conversationId;
}

test('1,000 messages and one of 200 KB: few rows are drawn, and 200 pieces a second hold nothing up', async ({
  start,
  model,
  home,
}) => {
  const conversationId = longConversation(home);
  const countersign = await start();
  const { workbench } = countersign;
  await useModel(countersign, model);
  await watch(workbench);
  const began = Date.now();
  await workbench.getByRole('button', { name: 'Conversation', exact: true }).click();
  const feed = workbench.getByRole('feed', { name: 'Messages' });
  await expect(feed).toContainText('Number 999: A sentence');
  const opened = Date.now() - began;
  expect(await feed.getByRole('article').count()).toBeLessThan(60);
  await feed.evaluate(async (element) => {
    for (let step = 0; step < 60; step++) {
      element.scrollTop = (element.scrollHeight * (59 - step)) / 60;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    element.scrollTop = element.scrollHeight;
  });
  const scrolled = await longest(workbench);
  await watch(workbench);
  const pieces = Array.from({ length: 1_000 }, (_, n) => (n % 20 === 19 ? `word ${n}.\n\n` : `word ${n} `));
  model.script({ text: pieces, every: 5 });
  const said = Talk.of(countersign, conversationId);
  await said.say('Go on');
  await said.holds('word 999.');
  await expect(feed).toContainText('word 999.');
  const streamed = await longest(workbench);
  console.log(
    `1,000 messages: there after ${opened} ms; longest task while scrolling ${scrolled} ms, at 200 pieces a second ${streamed} ms`,
  );
  expect(opened).toBeLessThan(5_000);
  expect(streamed).toBeLessThan(500);
});
