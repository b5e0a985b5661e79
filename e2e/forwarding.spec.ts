/** The record sent on to a collector: asked in a dialog first, then line by line as it is on the disk. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, press, test } from './countersign.ts';

test('a collector gets, once the person has agreed, the lines that are on the record', async ({
  start,
  home,
}) => {
  const got: string[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const [resource] = JSON.parse(text).resourceLogs;
      for (const { body } of resource.scopeLogs[0].logRecords) got.push(body.stringValue);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`;
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'forwarding.json'), JSON.stringify({ url, headers: { 'x-key': 'k' } }));
  const countersign = await start();
  const dialog = await countersign.dialog('Send the record to this address?');
  await expect(dialog.getByText('Sent to it with every request: x-key')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await dialog.emulateMedia({ colorScheme });
    await dialog.screenshot({ path: `test-results/pictures/forwarding-${colorScheme}.png` });
  }
  expect(got).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Send the record' }));
  const line = await countersign.logged(({ event }) => event === 'forwarding accepted');
  expect(line.address).toBe(new URL(url).origin);
  const onDisk = () => {
    const all = fs.readFileSync(path.join(home, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    return all.slice(all.findIndex((text) => text.includes('"forwarding accepted"')));
  };
  // While the app goes on writing: the same lines on both sides at one moment.
  await expect.poll(() => got.length > 0 && got.join('\n') === onDisk().join('\n')).toBe(true);
  await countersign.quit();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
