import path from 'node:path';
import { expect, test } from './countersign.ts';

const server = path.resolve(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

test('the 13-field form of server-everything is declined, since its lists are not drawn, and recorded', async ({
  start,
}) => {
  const countersign = await start({ everything: { command: 'node', args: [server, 'stdio'] } });
  await countersign.call('everything', 'trigger-elicitation-request');
  await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
  await expect(countersign.newestCall()).toContainText(/declin/i);
  const refused = countersign.log().find((line) => line.event === 'question refused');
  expect(refused).toMatchObject({
    server: 'everything',
    why: 'unsupported',
    detail: expect.stringContaining('array'),
  });
  console.log(JSON.stringify(refused));
});
