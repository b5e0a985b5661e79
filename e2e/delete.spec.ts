import fs from 'node:fs';
import path from 'node:path';
import {
  askingServer,
  type Countersign,
  clickAway,
  expect,
  fillDelete,
  keyAway,
  press,
  replies,
  test,
} from './countersign.ts';

const accept = 'Accept';
const there = (countersign: Countersign, name?: string) => fs.existsSync(countersign.sample(name));

test('delete asks with details only the server knows', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await expect(
    dialog.getByText('Confirm deletion of notes.txt (2.3 KB, modified 2026-10-05 14:30)'),
  ).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 1 })).toHaveText(
    '“Sample files” asks about “delete_file”',
  );
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(there(countersign)).toBe(false);
  await countersign.noDialog();
  expect(countersign.events()).toEqual([
    'record begun',
    'rules accepted',
    'app started',
    'server ready',
    'call judged',
    'call sent',
    'folders told',
    'question asked',
    'question shown',
    'question ended',
    'answer sent',
    'call ended',
  ]);
  expect(countersign.log().find((line) => line.event === 'question ended')).toMatchObject({
    ending: 'answered: accept',
    via: 'pointer',
    fields: ['confirm_name', 'reason', 'keep_backup'],
  });
});

for (const key of ['Enter', 'Space'])
  test(`a delete is confirmed by the keyboard alone (${key})`, async ({ start }) => {
    const countersign = await start();
    const boxes = await countersign.answerNativeBoxes(0);
    const dialog = await countersign.callDelete();
    await expect(dialog.getByRole('button', { name: accept })).not.toHaveAttribute('aria-disabled', 'true');
    await expect(dialog.getByRole('heading', { level: 1 })).toBeFocused();
    for (const text of ['', 'notes.txt', 'No longer needed']) {
      await dialog.keyboard.press('Tab');
      if (text !== '') await dialog.keyboard.type(text);
    }
    // Enter in a field submits nothing.
    await dialog.keyboard.press('Enter');
    const order = [
      dialog.getByRole('checkbox', { name: /Keep a backup/ }),
      ...['More', 'Later', 'Cancel', 'Decline', accept].map((name) => dialog.getByRole('button', { name })),
    ];
    for (const next of order) {
      await dialog.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await keyAway(dialog, key);
    await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
    expect(countersign.log().find((line) => line.event === 'question ended')).toMatchObject({ via: 'key' });
    expect(await boxes()).toBe(0);
  });

test('the client validates against the schema before sending, and sends nothing if invalid', async ({
  start,
  home,
}) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', title: 'Code', pattern: '^\\d{4}$' },
      count: { type: 'integer', title: 'Count', minimum: 3 },
    },
    required: ['code', 'count'],
  };
  await countersign.call('asking', 'ask', { message: 'Two answers', schema });
  const dialog = await countersign.dialog('Two answers');
  await dialog.getByLabel('Code').fill('12a');
  await dialog.getByLabel('Count').fill('2.5');
  await press(dialog.getByRole('button', { name: accept }));
  await expect(dialog.getByText('Does not fit the form that the server asks for')).toBeVisible();
  await expect(dialog.getByText('Must be a whole number')).toBeVisible();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  expect(replies(asking.wire())).toEqual([]);
  await dialog.getByLabel('Code').fill('1234');
  await dialog.getByLabel('Count').fill('3');
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText('"accept"');
  expect(replies(asking.wire())).toEqual([{ action: 'accept', content: { code: '1234', count: 3 } }]);
});

test('the confirmation must match the file', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  await fillDelete(dialog, 'note.txt');
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText(
    "Confirmation did not match: you typed 'note.txt', expected 'notes.txt'",
  );
  expect(there(countersign)).toBe(true);
});

test('decline and cancel delete nothing', async ({ start }) => {
  const countersign = await start();
  const ways = [
    {
      how: async () => clickAway((await countersign.callDelete()).getByRole('button', { name: 'Decline' })),
      text: 'Deletion declined by the user',
      ending: 'answered: decline',
    },
    {
      how: async () =>
        clickAway((await countersign.callDelete()).getByRole('button', { name: 'Cancel', exact: true })),
      text: 'Deletion cancelled',
      ending: 'answered: cancel (button)',
    },
    { how: () => pressEscape(countersign), text: 'Deletion cancelled', ending: 'answered: cancel (escape)' },
    {
      how: () => closeByItsButton(countersign),
      text: 'Deletion cancelled',
      ending: 'answered: cancel (window closed)',
    },
  ];
  for (const [index, { how, text, ending }] of ways.entries()) {
    await how();
    await expect(countersign.newestCall()).toContainText(text);
    await countersign.noDialog();
    const ends = countersign.log().filter((line) => line.event === 'question ended');
    expect(ends).toHaveLength(index + 1);
    expect(ends.at(-1)).toMatchObject({ ending });
    expect(there(countersign)).toBe(true);
  }
});

/** Keys reach the dialog only after it has stood still; a key may end its own window before it is over. */
async function pressEscape(countersign: Countersign): Promise<void> {
  await keyAway(await countersign.callDelete(), 'Escape');
}

async function closeByItsButton(countersign: Countersign): Promise<void> {
  await countersign.inWindow(await countersign.callDelete(), (window) => window.close());
}

test('an unsupported form is declined and audited', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask', {
    schema: { type: 'object', properties: { list: { type: 'array' } } },
  });
  await expect(countersign.newestCall()).toContainText('{"action":"decline"}');
  expect(replies(asking.wire())).toEqual([{ action: 'decline' }]);
  expect(countersign.log().find((line) => line.event === 'question refused')).toMatchObject({
    server: 'asking',
    why: 'unsupported',
    detail: expect.stringContaining('"list"'),
  });
  await expect(countersign.workbench.getByLabel('Notices')).toContainText(
    '“asking” asked something that was refused',
  );
  expect(await countersign.dialogs()).toBe(0);
});

test('E079: a form that asks for a secret is declined and audited', async ({ start, home }) => {
  const asking = askingServer(home);
  const countersign = await start({ asking: asking.entry });
  await countersign.call('asking', 'ask', {
    schema: { type: 'object', properties: { apiKey: { type: 'string' } } },
  });
  await expect(countersign.newestCall()).toContainText('{"action":"decline"}');
  expect(countersign.log().find((line) => line.event === 'question refused')).toMatchObject({
    why: 'secret',
  });
});

test('a file that changed while the person was reading is not deleted', async ({ start }) => {
  const countersign = await start();
  const dialog = await countersign.callDelete();
  fs.appendFileSync(countersign.sample(), 'one more line\n');
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText(
    'notes.txt changed after you were asked (2.3 KB, modified',
  );
  await expect(countersign.newestCall()).toContainText('nothing was deleted');
  expect(there(countersign)).toBe(true);
});

test('keep_backup keeps a .bak, and never overwrites one', async ({ start }) => {
  const countersign = await start();
  fs.writeFileSync(countersign.sample('notes.txt.bak'), 'an older backup');
  const content = fs.readFileSync(countersign.sample());
  const dialog = await countersign.callDelete();
  await fillDelete(dialog);
  await dialog.getByLabel('Keep a backup').check();
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt (backup: notes.txt.bak.1)');
  expect(there(countersign)).toBe(false);
  expect(fs.readFileSync(countersign.sample('notes.txt.bak'), 'utf8')).toBe('an older backup');
  expect(fs.readFileSync(countersign.sample('notes.txt.bak.1'))).toEqual(content);
});

test('“Reset sample” brings the sample back', async ({ start }) => {
  const countersign = await start();
  fs.rmSync(countersign.sample());
  await countersign.workbench.getByRole('button', { name: 'Reset sample' }).click();
  await expect.poll(() => there(countersign)).toBe(true);
});

test('in 2026-07-28 the same delete: asked by a result, answered by another request', async ({
  start,
  home,
}) => {
  const sample = path.join(home, 'sample');
  fs.mkdirSync(sample, { recursive: true });
  fs.writeFileSync(path.join(sample, 'notes.txt'), 'x'.repeat(512));
  const countersign = await start({
    files: { type: 'bundled', server: 'files', directories: [sample], protocol: 'newer first' },
  });
  expect(countersign.log().find((line) => line.event === 'server ready')).toMatchObject({
    protocol: '2026-07-28',
  });
  await countersign.call('files', 'list_directory');
  await expect(countersign.newestCall()).toContainText('notes.txt');
  const remove = async () => {
    await countersign.workbench.getByRole('button', { name: 'delete_file', exact: true }).click();
    await countersign.workbench.getByLabel(/^filepath/).fill('notes.txt');
    await countersign.workbench.getByRole('button', { name: 'Call delete_file' }).click();
    return countersign.dialog('Confirm deletion of notes.txt (512 bytes');
  };
  await clickAway((await remove()).getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('Deletion declined by the user');
  expect(there(countersign)).toBe(true);
  const dialog = await remove();
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText('Deleted notes.txt');
  expect(there(countersign)).toBe(false);
  // Each call asks for the folders first; a delete then for the answer, and for the folders once more with it.
  expect(
    countersign
      .log()
      .filter((line) => line.event === 'call continued')
      .map((line) => line.answers),
  ).toEqual([1, 1, 2, 1, 2]);
});

test('the form server that comes with the app is asked about once, and asks', async ({ start }) => {
  const countersign = await start({ forms: { type: 'bundled', server: 'forms' } });
  await countersign.call('forms', 'titled_choice');
  const dialog = await countersign.dialog('How urgent?');
  await dialog.getByRole('radio', { name: 'High: tell everybody' }).check();
  await press(dialog.getByRole('button', { name: accept }));
  await expect(countersign.newestCall()).toContainText('{"action":"accept","content":{"answer":"high"}}');
});
