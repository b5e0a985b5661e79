/** The protocol's own suites against the real app: their server is entered as a person would, and asked through windows. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Countersign, expect, press, test } from '../countersign.ts';

const here = import.meta.dirname;

type Scenario = { name: string; version: string; run: (countersign: Countersign) => Promise<void> };

const connectOnly = async () => {};

const scenarios: Record<string, Scenario['run']> = {
  initialize: connectOnly,
  'request-metadata': connectOnly,
  tools_call: async (countersign) => {
    await open(countersign, 'add_numbers');
    await countersign.workbench.getByLabel(/^a\b/).fill('5');
    await countersign.workbench.getByLabel(/^b\b/).fill('3');
    await countersign.workbench.getByRole('button', { name: 'Call add_numbers' }).click();
    await expect(countersign.newestCall()).toContainText('8');
  },
  'elicitation-sep1034-client-defaults': async (countersign) => {
    await call(countersign, 'test_client_elicitation_defaults');
    const dialog = await countersign.dialog('“suite” asks');
    await dialog.locator('#scroll').press('End');
    await press(dialog.getByRole('button', { name: 'Accept' }));
    await expect(countersign.newestCall()).toHaveAttribute('data-state', 'done');
  },
  'sep-2322-client-request-state': async (countersign) => {
    for (const tool of [
      'test_mrtr_echo_state',
      'test_mrtr_no_state',
      'test_mrtr_unrelated',
      'test_mrtr_no_result_type',
    ]) {
      await call(countersign, tool);
      // The unrelated call comes between the rounds of others and asks nothing.
      const asks = tool === 'test_mrtr_echo_state' || tool === 'test_mrtr_no_state';
      if (asks) {
        const dialog = await countersign.dialog('“suite” asks');
        await dialog.getByRole('radio', { name: 'Yes' }).or(dialog.getByRole('checkbox')).first().check();
        await press(dialog.getByRole('button', { name: 'Accept' }));
        await countersign.noDialog();
      }
      await expect(countersign.newestCall()).toContainText(tool);
      await expect.poll(() => countersign.newestCall().getAttribute('data-state')).toMatch(/done|failed/);
    }
  },
};

const runs: [suite: string, name: string, version: string][] = [
  ['conformance-2025', 'initialize', '2025-11-25'],
  ['conformance-2025', 'tools_call', '2025-11-25'],
  ['conformance-2025', 'elicitation-sep1034-client-defaults', '2025-11-25'],
  ['conformance-2026', 'initialize', '2025-11-25'],
  ['conformance-2026', 'tools_call', '2025-11-25'],
  ['conformance-2026', 'elicitation-sep1034-client-defaults', '2025-11-25'],
  ['conformance-2026', 'tools_call', '2026-07-28'],
  ['conformance-2026', 'request-metadata', '2026-07-28'],
  ['conformance-2026', 'sep-2322-client-request-state', '2026-07-28'],
];

for (const [suite, name, version] of runs)
  test(`${suite}: ${name} in ${version}`, async ({ start, home }) => {
    const file = path.join(home, 'address');
    const started = startSuite(suite, name, version, file);
    await expect.poll(() => fs.existsSync(file), { timeout: 20_000 }).toBe(true);
    const url = fs.readFileSync(file, 'utf8');
    const protocol = version === '2026-07-28' ? 'newer only' : 'older first';
    const countersign = await start({ suite: { url, protocol } });
    await scenarios[name]?.(countersign);
    await countersign.quit();
    fs.writeFileSync(`${file}.done`, '');
    const { code, output } = await started;
    console.log(output.slice(-1_500));
    expect(code, output).toBe(0);
  });

function startSuite(suite: string, name: string, version: string, file: string) {
  const child = spawn(
    process.execPath,
    [
      ...['--import', path.join(here, 'onNode20.mjs')],
      path.join(here, 'node_modules', suite, 'dist/index.js'),
      ...['client', '--command', `${process.execPath} ${path.join(here, 'tellUrl.mjs')} ${file}`],
      ...['--scenario', name, '--spec-version', version, '--timeout', '60000'],
      ...['-o', path.join(path.dirname(file), 'suite')],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('exit', (code) => resolve({ code, output })),
  );
}

async function open({ workbench }: Countersign, tool: string): Promise<void> {
  await workbench.getByRole('button', { name: 'suite' }).first().click();
  await workbench.getByRole('button', { name: tool, exact: true }).first().click();
}

async function call(countersign: Countersign, tool: string): Promise<void> {
  await open(countersign, tool);
  await countersign.workbench.getByRole('button', { name: `Call ${tool}`, exact: true }).click();
}
