import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Countersign, clickAway, expect, keyAway, press, test } from './countersign.ts';

const server = { command: 'node', args: [path.resolve(import.meta.dirname, '../examples/ask/server.mjs')] };

async function call(countersign: Countersign) {
  await countersign.workbench.getByRole('button', { name: 'mailing' }).first().click();
  await countersign.workbench.getByRole('radio', { name: 'team' }).check();
  await countersign.workbench.getByRole('button', { name: 'Call send_letter' }).click();
  return countersign.dialog('Send this letter to 40 people?');
}

test('the example of docs/WRITE_A_SERVER.md asks, and does what was answered', async ({ start }) => {
  const countersign = await start({ mailing: server });
  const dialog = await call(countersign);
  await expect(dialog.getByLabel('tonight')).toBeChecked();
  await dialog.getByLabel(/Subject/).fill('Hi');
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(dialog.getByText('At least 3 characters (now 2)')).toBeVisible();
  await dialog.getByLabel(/Subject/).fill('Hello');
  await dialog.getByLabel('tomorrow').check();
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText(
    '“Hello” goes to 40 people, tomorrow, with a copy to you',
  );
  const plain = await call(countersign);
  await plain.getByLabel(/Subject/).fill('Hello again');
  await plain.getByLabel('Send me a copy').uncheck();
  await press(plain.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText(/“Hello again” goes to 40 people, tonight(?!,)/);
});

test('the example of docs/WRITE_A_SERVER.md sends nothing on any other answer', async ({ start }) => {
  const countersign = await start({ mailing: server });
  await clickAway((await call(countersign)).getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('Not sent: the person said no');
  await keyAway(await call(countersign), 'Escape');
  await expect(countersign.newestCall()).toContainText('Not sent: the person gave no answer');
});

const letter = { name: 'send_letter', arguments: { list: 'customers' } };
const valid = { action: 'accept', content: { subject: 'Hello', when: 'now', copy: false } };
const answers = [
  { client: 'that cannot ask', capabilities: {}, answer: valid, text: 'Not sent: this client cannot ask' },
  {
    client: 'that can only open pages',
    capabilities: { elicitation: { url: {} } },
    answer: valid,
    text: 'Not sent: this client cannot ask',
  },
  {
    client: 'of before there were modes',
    capabilities: { elicitation: {} },
    answer: valid,
    text: '“Hello” goes to 1200 people, now',
  },
  {
    client: 'that accepts without the content',
    capabilities: { elicitation: { form: {} } },
    answer: { action: 'accept' },
    text: 'Not sent: the person gave no answer',
  },
  {
    client: 'that sends what the form does not allow',
    capabilities: { elicitation: { form: {} } },
    answer: { action: 'accept', content: { subject: 'Hi', when: 'never' } },
    text: expect.stringMatching(/^Not sent: no valid answer \(.*does not match requested schema/),
  },
];

for (const { client: which, capabilities, answer, text } of answers)
  test(`the example of docs/WRITE_A_SERVER.md with a client ${which}`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { capabilities });
    client.fallbackRequestHandler = async () => answer;
    await client.connect(new StdioClientTransport(server));
    try {
      const { content } = await client.callTool(letter);
      expect(content).toEqual([{ type: 'text', text }]);
    } finally {
      await client.close();
    }
  });

test('the example of docs/WRITE_A_SERVER.md withdraws its question when the call is cancelled', async () => {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  const call = new AbortController();
  const withdrawn = new Promise<void>((resolve) => {
    client.fallbackRequestHandler = (_request, { mcpReq }) => {
      mcpReq.signal.addEventListener('abort', () => resolve());
      call.abort();
      return new Promise(() => undefined);
    };
  });
  await client.connect(new StdioClientTransport(server));
  try {
    await expect(client.callTool(letter, { signal: call.signal })).rejects.toThrow();
    await withdrawn;
  } finally {
    await client.close();
  }
});
