/** There is no auto-approving shortcut: whatever is tried here, only a person's press in the armed dialog accepts. */
import fs from 'node:fs';
import { schemas } from '../contract/schemas.ts';
import { askingServer, type Countersign, expect, fillDelete, press, replies, test } from './countersign.ts';

const channel = 'question:answerInput';
const content = [
  ['f0', 'notes.txt'],
  ['f1', 'No longer needed'],
];

async function deleteOpen(countersign: Countersign) {
  const dialog = await countersign.callDelete();
  const { question: questionId } = await countersign.logged((line) => line.event === 'question shown');
  return { dialog, questionId, accept: { questionId, action: 'accept', content } };
}

function nothingHappened(countersign: Countersign): void {
  expect(fs.existsSync(countersign.sample())).toBe(true);
  expect(countersign.events()).not.toContain('question ended');
}

test('there is no auto-approving shortcut: every channel from every wrong window and frame is refused', async ({
  start,
}) => {
  const countersign = await start();
  await deleteOpen(countersign);
  for (const kind of ['question', 'workbench'] as const)
    for (const name of Object.keys(schemas[kind])) {
      const other = kind === 'question' ? 'workbench' : 'question';
      const tried = [
        [other, 'main', 'wrong-window'],
        ['stranger', 'main', 'unknown-window'],
        [kind, 'sub', 'sub-frame'],
        [kind, 'gone', 'no-frame'],
        [kind, 'elsewhere', 'wrong-address'],
      ] as const;
      for (const [from, frame, code] of tried)
        expect(
          await countersign.forge(`${kind}:${name}`, null, from, frame),
          `${name} from ${from}, ${frame}`,
        ).toMatchObject({ ok: false, code });
      expect(await countersign.forge(`${kind}:${name}`, { made: 'up' }, kind)).toMatchObject({
        ok: false,
        code: 'malformed',
      });
    }
  nothingHappened(countersign);
  expect(countersign.events()).toContain('answer refused');
});

test('there is no auto-approving shortcut: an accept before the dialog is armed', async ({ start }) => {
  const countersign = await start();
  const { accept, dialog } = await deleteOpen(countersign);
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  // Moving it disarms it; a press that came within 600 ms of that is meant for something else.
  await countersign.inWindow(dialog, (window) => window.setPosition(40, 40));
  expect(await countersign.forge(channel, accept, 'question')).toMatchObject({
    ok: false,
    code: 'not-armed',
  });
  nothingHappened(countersign);
});

test('there is no auto-approving shortcut: an accept that nobody pressed', async ({ start }) => {
  const countersign = await start();
  const boxes = await countersign.answerNativeBoxes(0);
  const { accept, dialog } = await deleteOpen(countersign);
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  expect(await countersign.forge(channel, accept, 'question')).toMatchObject({
    ok: false,
    code: 'no-gesture',
  });
  expect(await boxes()).toBe(1);
  // The system's own box asks once for a question, and not again.
  expect(await countersign.forge(channel, accept, 'question')).toMatchObject({
    ok: false,
    code: 'no-gesture',
  });
  expect(await boxes()).toBe(1);
  nothingHappened(countersign);
});

test('there is no auto-approving shortcut: page script that fills the form and clicks', async ({ start }) => {
  const countersign = await start();
  const boxes = await countersign.answerNativeBoxes(0);
  const { dialog } = await deleteOpen(countersign);
  const button = dialog.getByRole('button', { name: 'Accept' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.evaluate((b: HTMLButtonElement) => b.click());
  await expect.poll(boxes).toBe(1);
  await button.evaluate((b: HTMLButtonElement) => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      b.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
    for (const type of ['keydown', 'keyup'])
      b.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
  });
  await expect(dialog.locator('.refusal')).toContainText('No key or button of yours was seen');
  expect(await boxes()).toBe(1);
  nothingHappened(countersign);
});

test('there is no auto-approving shortcut: one press serves for one accept', async ({ start }) => {
  const countersign = await start();
  const boxes = await countersign.answerNativeBoxes(0);
  const { dialog, questionId } = await deleteOpen(countersign);
  await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.evaluate(() => document.querySelector('h1')?.addEventListener('click', () => {}));
  await dialog.getByRole('heading', { level: 1 }).click();
  const bad = { questionId, action: 'accept', content: [['f0', '']] };
  const good = { questionId, action: 'accept', content };
  const answers = await dialog.evaluate(
    async ([bad, good]) => {
      const { answerInput } = (
        window as unknown as { countersign: { answerInput: (input: unknown) => Promise<{ code?: string }> } }
      ).countersign;
      return [await answerInput(bad), await answerInput(good)].map(({ code }) => code);
    },
    [bad, good],
  );
  expect(answers).toEqual(['invalid', 'no-gesture']);
  expect(await boxes()).toBe(1);
  nothingHappened(countersign);
});

test('E047: there is no auto-approving shortcut: a second answer, and an answer to another question', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask', { message: 'Only once' });
  const dialog = await countersign.dialog('Only once');
  const { question: questionId } = await countersign.logged(
    (line) => line.event === 'question asked' && line.about === 'form',
  );
  expect(
    await countersign.forge(channel, { questionId: 'another', action: 'decline' }, 'question'),
  ).toMatchObject({ code: 'other-question' });
  expect(await countersign.forge(channel, { questionId, action: 'decline' }, 'spare')).toMatchObject({
    code: 'other-question',
  });
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect.poll(() => replies(asking.wire())).toEqual([{ action: 'accept', content: {} }]);
  expect(await countersign.forge(channel, { questionId, action: 'accept' }, 'spare')).toMatchObject({
    ok: false,
  });
  expect(replies(asking.wire())).toHaveLength(1);
});

test('assistive technology that presses Accept is asked once more by the system, and then believed', async ({
  start,
}) => {
  const countersign = await start();
  const boxes = await countersign.answerNativeBoxes(1);
  const { dialog } = await deleteOpen(countersign);
  await fillDelete(dialog);
  const button = dialog.getByRole('button', { name: 'Accept' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  // Longer than a gesture lives, so that the typing above is not one.
  await expect
    .poll(async () => {
      await button.evaluate((b: HTMLButtonElement) => b.click());
      return boxes();
    })
    .toBe(1);
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(countersign.lastEnding()).toMatchObject({ via: 'assistive' });
});

test('the question page gets one function, no network and no other window', async ({ start }) => {
  const countersign = await start();
  const { dialog } = await deleteOpen(countersign);
  const seen = await dialog.evaluate(async () => {
    const bridge = (window as unknown as { countersign: object }).countersign;
    const blocked: string[] = [];
    Object.assign(window, { blocked });
    document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective));
    const script = document.createElement('script');
    script.textContent = 'window.inline = true';
    document.body.append(script);
    const fetched = await fetch('app://workbench/index.html').then(
      () => 'reached',
      () => 'refused',
    );
    const opened = globalThis.open('app://workbench/index.html');
    const node = ['require', 'process', 'Buffer'].filter((name) => name in window);
    return { names: Object.keys(bridge), fetched, opened, node, inline: 'inline' in window };
  });
  expect(seen).toMatchObject({
    names: ['answerInput'],
    fetched: 'refused',
    opened: null,
    node: [],
    inline: false,
  });
  const blocked = () => dialog.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
  await expect.poll(blocked).toEqual(expect.arrayContaining(['script-src-elem', 'connect-src']));
  expect(await countersign.inWindow(dialog, (window) => window.isModal())).toBe(true);
  expect(await countersign.inWindow(countersign.workbench, (window) => window.isEnabled())).toBe(false);
});

test('the pages are held by the sandbox of the operating system', async ({ start }) => {
  test.skip(
    process.env.COUNTERSIGN_WITHOUT_OS_SANDBOX === '1' || process.platform !== 'linux',
    'this system has none to offer',
  );
  const countersign = await start();
  const { dialog } = await deleteOpen(countersign);
  for (const page of [dialog, countersign.workbench]) {
    const pid = await countersign.inWindow(page, (window) => window.webContents.getOSProcessId());
    expect(fs.readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
  }
});
