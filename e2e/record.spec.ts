/** The record on the real app: killed at any moment it holds, and nothing was done that is not in it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Countersign, expect, fillDelete, press, test } from './countersign.ts';

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
