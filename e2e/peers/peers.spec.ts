/** Real servers that are not ours: a question of each, drawn and answered in the real app. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { readForm } from '../../core/form.ts';
import { matches, schemaOf } from '../../core/testing/samples.ts';
import { type Countersign, clickAway, expect, pagesOpened, press, test } from '../countersign.ts';
import { fillIn, pressButton } from '../keyboard.ts';

const packages = path.join(import.meta.dirname, 'node_modules');
const everything = path.join(packages, '@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;

const running: ChildProcess[] = [];
test.afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A free port of loopback; taken again at once by whoever it is given to. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Starts a server that listens, and resolves with its address when it does. */
async function listening(args: string[], portVariable = 'PORT'): Promise<string> {
  const port = await freePort();
  const child = spawn(node, args, { env: { ...process.env, [portVariable]: String(port) }, stdio: 'ignore' });
  running.push(child);
  await expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = net.connect(port, '127.0.0.1');
          socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
          socket.once('connect', () => socket.destroy());
        }),
      { timeout: 20_000 },
    )
    .toBe(true);
  return `http://127.0.0.1:${port}/mcp`;
}

const everyField = {
  name: 'Ada Lovelace',
  check: true,
  email: 'ada@example.org',
  homepage: 'https://example.org/ada',
  birthdate: '1815-12-10',
  integer: 42,
  number: 3.5,
  untitledSingleSelectEnum: 'Monica',
  titledSingleSelectEnum: 'hero-2',
  legacyTitledEnum: 'pet-3',
  untitledMultipleSelectEnum: ['Piano', 'Drums'],
  titledMultipleSelectEnum: ['fish-1', 'fish-3'],
  firstLine: 'It was a dark night',
};

for (const kind of ['stdio', 'HTTP'] as const) {
  const entry = async () =>
    kind === 'stdio'
      ? { command: node, args: [everything, 'stdio'] }
      : { url: await listening([everything, 'streamableHttp']) };

  test(`server-everything over ${kind}: all 13 fields, by keyboard`, async ({ start }) => {
    const countersign = await start({ everything: await entry() });
    await shareNone(countersign);
    await countersign.call('everything', 'trigger-elicitation-request');
    const dialog = await countersign.dialog('“everything” asks');
    await expect(dialog.locator('[data-field]')).toHaveCount(13);
    const form = readForm(schemaOf('36-ts-everything-all-kinds.json'), matches);
    if (!form.ok) throw new Error(form.detail);
    const content = contentFor(form.fields);
    await fillIn(dialog, form.fields, content);
    await pressButton(dialog, 'Accept');
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
    for (const value of Object.values(content).flat())
      await expect(countersign.newestCall()).toContainText(String(value));
    const ended = await countersign.logged((line) => line.event === 'question ended' && line.via === 'key');
    expect(ended.fields).toHaveLength(13);
  });

  test(`server-everything over ${kind}: a page, and pages listed with an error`, async ({ start }) => {
    const countersign = await start({ everything: await entry() });
    await shareNone(countersign);
    const pages = await pagesOpened(countersign);
    const url = 'https://example.org/pay';
    await callWith(countersign, 'trigger-url-elicitation', { url: url });
    await press((await countersign.dialog('example.org')).getByRole('button', { name: 'Open in browser' }));
    await expect(countersign.newestCall()).toContainText('"accept"');
    expect(await pages()).toEqual([url]);
    await callWith(countersign, 'trigger-url-elicitation', { url, errorPath: true });
    await press(
      (await countersign.dialog('modelcontextprotocol.io')).getByRole('button', { name: 'Open in browser' }),
    );
    await countersign
      .newestCall()
      .getByRole('button', { name: /^Retry/ })
      .click();
    await press((await countersign.dialog('example.org')).getByRole('button', { name: 'Open in browser' }));
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
    expect(await pages()).toHaveLength(3);
  });
}

/** It wants to know the folders as soon as it runs. */
async function shareNone(countersign: Countersign): Promise<void> {
  const dialog = await countersign.dialog('wants to know which folders');
  await clickAway(dialog.getByRole('button', { name: 'Share none' }));
  await countersign.noDialogWith('wants to know');
}

/** One value for each field, whatever it is called there. */
function contentFor(fields: readonly { name: string; control: { kind: string } }[]): Record<string, unknown> {
  const known: Record<string, unknown> = everyField;
  return Object.fromEntries(
    fields.map((field) => {
      const { control } = field as {
        control: { kind: string; options?: { value: unknown }[]; format?: string };
      };
      const values = control.options?.map(({ value }) => value) ?? [];
      const chosen = known[field.name];
      if (control.kind === 'choice') return [field.name, values.at(-1)];
      if (control.kind === 'choices') return [field.name, values.slice(0, 2)];
      return [
        field.name,
        chosen ?? (control.kind === 'boolean' ? true : control.kind === 'number' ? 42 : 'Something'),
      ];
    }),
  );
}

/** By its form where it has one, else as JSON. */
async function callWith(
  countersign: Countersign,
  tool: string,
  args: Record<string, unknown>,
): Promise<void> {
  const { workbench } = countersign;
  await workbench.locator('nav[aria-label="Servers"] button').first().click();
  await workbench.getByRole('button', { name: tool, exact: true }).first().click();
  for (const [name, value] of Object.entries(args)) {
    const field = workbench.locator('section.tool .field', { hasText: new RegExp(`^${name}\\b`) }).first();
    if (typeof value === 'boolean')
      await field
        .getByRole('checkbox')
        .or(field.getByRole('radio', { name: 'Yes' }))
        .first()
        .check();
    else await field.getByRole('textbox').fill(String(value));
  }
  await workbench.getByRole('button', { name: `Call ${tool}`, exact: true }).click();
}

test.describe("the SDK's own example of forms, over HTTP", () => {
  const example = path.join(
    packages,
    '@modelcontextprotocol/sdk/dist/esm/examples/server/elicitationFormExample.js',
  );

  test('register_user asks for a password: refused, and told', async ({ start }) => {
    const countersign = await start({ forms: { url: await listening([example]) } });
    await countersign.call('forms', 'register_user');
    const refused = await countersign.logged((line) => line.event === 'question refused');
    expect(refused).toMatchObject({ why: 'secret' });
    await expect(
      countersign.workbench.getByText('“forms” asked something that was refused').first(),
    ).toBeVisible();
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
  });

  test('create_event: two forms in a row', async ({ start }) => {
    const countersign = await start({ forms: { url: await listening([example]) } });
    await countersign.call('forms', 'create_event');
    const first = await countersign.dialog('Step 1');
    await first.getByLabel('Event Title').fill('Launch');
    await press(first.getByRole('button', { name: 'Accept' }));
    const second = await countersign.dialog('Step 2');
    await second.getByLabel(/^Date/).fill('2026-12-24');
    await second.getByLabel(/^Start Time/).fill('18:30');
    await second.getByLabel(/^Duration/).fill('90');
    await press(second.getByRole('button', { name: 'Accept' }));
    await expect(countersign.newestCall()).toContainText('Launch');
    await expect(countersign.newestCall()).toContainText('2026-12-24');
  });

  test('update_shipping_address: declined', async ({ start }) => {
    const countersign = await start({ forms: { url: await listening([example]) } });
    await countersign.call('forms', 'update_shipping_address');
    await clickAway((await countersign.dialog('“forms” asks')).getByRole('button', { name: 'Decline' }));
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
    expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: decline' });
  });
});

test.describe('mongodb-mcp-server', () => {
  const args = [path.join(packages, 'mongodb-mcp-server/dist/esm/index.js'), '--telemetry', 'disabled'];
  const drop = { database: 'demo', connectionId: 'c1' };

  test('in 2025-11-25 it asks before it drops a database, and does not when declined', async ({ start }) => {
    const countersign = await start({ mongo: { command: node, args } });
    await callWith(countersign, 'drop-database', drop);
    const dialog = await countersign.dialog('You are about to drop the **demo** database');
    await dialog.getByRole('radio', { name: 'No' }).check();
    await clickAway(dialog.getByRole('button', { name: 'Decline' }));
    await expect(countersign.newestCall()).toContainText('User did not confirm');
  });

  test('in 2025-11-25 it goes on when confirmed', async ({ start }) => {
    const countersign = await start({ mongo: { command: node, args } });
    await callWith(countersign, 'drop-database', drop);
    const dialog = await countersign.dialog('You are about to drop the **demo** database');
    await dialog.getByRole('radio', { name: 'Yes' }).check();
    await press(dialog.getByRole('button', { name: 'Accept' }));
    await expect(countersign.newestCall()).toContainText('c1');
    expect(countersign.lastEnding()).toMatchObject({ ending: 'answered: accept' });
  });

  test('in 2026-07-28 it goes on without asking: why older first is the default', async ({ start }) => {
    const countersign = await start({ mongo: { command: node, args, protocol: 'newer first' } });
    expect(countersign.log().find((line) => line.event === 'server ready')).toMatchObject({
      protocol: '2026-07-28',
    });
    await callWith(countersign, 'drop-database', drop);
    await countersign.logged((line) => line.event === 'call ended');
    expect(
      countersign.log().filter((line) => line.event === 'question asked' && line.about === 'form'),
    ).toEqual([]);
    await expect(countersign.newestCall()).toContainText('c1');
  });
});

test.describe('kubernetes-mcp-server', () => {
  const entry = (home: string, more: object = {}) => {
    const config = path.join(home, 'config.toml');
    const kubeconfig = path.join(home, 'kubeconfig');
    fs.writeFileSync(
      config,
      `[[confirmation_rules]]\ntool = "configuration_view"\nmessage = "View the kubeconfig?"\n
[[confirmation_rules]]\ndestructive = true\nmessage = "Destructive operation."\n`,
    );
    fs.writeFileSync(
      kubeconfig,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:9' } }],
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'c',
        users: [{ name: 'u', user: {} }],
      }),
    );
    const command = path.join(
      packages,
      'kubernetes-mcp-server-linux-amd64/bin/kubernetes-mcp-server-linux-amd64',
    );
    return { command, args: ['--config', config, '--kubeconfig', kubeconfig], ...more };
  };

  test('in 2025-11-25: a form without fields, accepted and declined', async ({ start, home }) => {
    const countersign = await start({ kube: entry(home) });
    await callWith(countersign, 'configuration_view', {});
    await press((await countersign.dialog('View the kubeconfig?')).getByRole('button', { name: 'Accept' }));
    await expect(countersign.newestCall()).toContainText('current-context: c');
    await callWith(countersign, 'pods_delete', { name: 'p', namespace: 'default' });
    await clickAway(
      (await countersign.dialog('Destructive operation.')).getByRole('button', { name: 'Decline' }),
    );
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
  });

  test('in 2026-07-28 its tools that ask fail, and nothing is asked', async ({ start, home }) => {
    const countersign = await start({ kube: entry(home, { protocol: 'newer first' }) });
    await callWith(countersign, 'configuration_view', {});
    await expect(countersign.newestCall()).toContainText('cannot be sent while serving a request');
    expect(
      countersign.log().filter((line) => line.event === 'question asked' && line.about === 'form'),
    ).toEqual([]);
  });
});
