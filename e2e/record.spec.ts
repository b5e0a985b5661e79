/** The record on the real app: killed at any moment it holds, and nothing was done that is not in it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Countersign, expect, fillDelete, press, test } from './countersign.ts';
import { inMain } from './inMain.ts';

const times = Number(process.env.COUNTERSIGN_KILLS ?? 5);

/** `--verify-audit` needs no screen. */
function verify(home: string): { code: number | null; output: string } {
  const electron = path.join(
    String(process.env.ELECTRON_OVERRIDE_DIST_PATH),
    process.platform === 'win32' ? 'electron.exe' : 'electron',
  );
  const { DISPLAY: _, ...environment } = process.env;
  const sandbox = process.env.COUNTERSIGN_WITHOUT_OS_SANDBOX === '1' ? ['--no-sandbox'] : [];
  const { status, stdout } = spawnSync(electron, ['.', '--verify-audit', ...sandbox], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...environment, COUNTERSIGN_HOME: home },
    encoding: 'utf8',
  });
  return { code: status, output: stdout };
}

test(`killed ${times} times in the middle of a delete: the record holds, and no deed is without its line`, async ({
  home,
}) => {
  test.setTimeout(60_000 + times * 20_000);
  let deleted = 0;
  for (let n = 0; n < times; n++) {
    const countersign = await Countersign.start(home);
    const known = countersign.log().length;
    fs.mkdirSync(path.dirname(countersign.sample()), { recursive: true });
    fs.writeFileSync(countersign.sample(), `once more ${n}`);
    const dialog = await countersign.callDelete();
    await fillDelete(dialog);
    const gone = new Promise((resolve) => countersign.process.once('exit', resolve));
    // Some die before the press, some right after it, some when all is done.
    const delay = [undefined, 0, 5, 20, 60, 300][n % 6];
    if (delay !== undefined) {
      await press(dialog.getByRole('button', { name: 'Accept' }));
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
    countersign.process.kill('SIGKILL');
    await gone;
    // The file server ends with the app; what it was doing it finishes or undoes.
    await expect
      .poll(() =>
        fs.readdirSync(path.dirname(countersign.sample())).some((name) => name.startsWith('.countersign')),
      )
      .toBe(false);
    const lines = fs
      .readFileSync(path.join(home, 'audit.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .slice(known)
      .map((line) => JSON.parse(line) as { event: string; ending?: string });
    const isGone = !fs.existsSync(countersign.sample());
    if (isGone) {
      deleted += 1;
      expect(lines.map(({ event }) => event)).toContain('call sent');
      expect(lines.some(({ ending }) => ending === 'answered: accept')).toBe(true);
    }
  }
  const last = await Countersign.start(home);
  await last.quit();
  expect(verify(home)).toMatchObject({ code: 0, output: expect.stringContaining('The record holds') });
  console.log(`killed ${times} times, ${deleted} deletes were done`);
});

/**
 * From now on no file takes a byte more by a handle that is open, as on a full disk; replaced at the border of the system,
 * since a limit of the system's own would also hold the memory that Chromium shares. Returns how to make room again.
 */
async function fillDisk({ app }: Countersign): Promise<() => Promise<void>> {
  const full = (isFull: boolean) =>
    inMain(
      app,
      async (_electron, isFull) => {
        type Handle = { appendFile: (...args: never[]) => Promise<void>; close: () => Promise<void> };
        const { open } = process.getBuiltinModule('node:fs/promises');
        const handle = (await open(process.execPath, 'r')) as unknown as Handle;
        await handle.close();
        const handles = Object.getPrototypeOf(handle) as Handle & { real?: Handle['appendFile'] };
        handles.real ??= handles.appendFile;
        const noSpace = () =>
          Promise.reject(
            Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
          );
        handles.appendFile = isFull ? noSpace : handles.real;
      },
      isFull,
    );
  await full(true);
  return () => full(false);
}

test('a record that takes no more: nothing is sent, nothing is accepted, it is told, and goes on when there is room', async ({
  start,
}) => {
  const countersign = await start();
  const { workbench } = countersign;
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  const room = await fillDisk(countersign);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deletion cancelled');
  expect(fs.existsSync(countersign.sample())).toBe(true);
  await expect(workbench.getByText('An answer could not be recorded').first()).toBeVisible();
  await workbench.getByRole('button', { name: 'Call delete_file' }).click();
  await expect(countersign.newestCall()).toContainText('could not be recorded');
  await expect(countersign.newestCall()).toHaveAttribute('data-state', /failed|not sent/);
  await room();
  const again = await countersign.callDelete();
  await fillDelete(again);
  await press(again.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  await countersign.quit();
  expect(verify(countersign.home)).toMatchObject({ code: 0 });
});

test('a line that was changed is found and named, by a command that needs no screen', async ({
  start,
  home,
}) => {
  const countersign = await start();
  await fillDelete(await countersign.callDelete());
  await countersign.quit();
  expect(verify(home)).toMatchObject({ code: 0 });
  const file = path.join(home, 'audit.jsonl');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('"question asked"'));
  fs.writeFileSync(file, lines.with(at, (lines[at] ?? '').replace('notes.txt', 'other.txt')).join('\n'));
  const { code, output } = verify(home);
  expect(code).toBe(1);
  expect(output).toContain(`line ${at + 1}`);
  const again = await start();
  await expect(again.workbench.getByText('The record does not hold').first()).toHaveCount(0);
  expect(again.events()).not.toContain('record does not hold'); // the end of it is as it was written
});
