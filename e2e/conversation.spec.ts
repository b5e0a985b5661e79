/** A model that can call, and cannot answer: the conversation on the real app, with a provider over real HTTP. */
import fs from 'node:fs';
import { talk, test, toolOf, useModel } from './conversing.ts';
import { askingServer, clickAway, expect, fillDelete, press } from './countersign.ts';

test('the model deletes notes.txt: the policy is asked, then its server asks, and a person answers both', async ({
  start,
  model,
}) => {
  const countersign = await start();
  await useModel(countersign, model, 'a key of mine');
  model.follow((request, nth) =>
    nth === 0
      ? {
          text: ['I will ', 'delete it.'],
          calls: [{ name: toolOf(request, 'delete_file'), arguments: { filepath: 'notes.txt' } }],
        }
      : { text: [`The result says: ${JSON.stringify(request.messages.at(-1)?.content)}`] },
  );
  const said = await talk(countersign, 'Delete notes.txt');
  const dialog = await countersign.dialog('Confirm deletion of notes.txt');
  expect((await said.read()).turn).toMatchObject({ state: 'waiting for you', tool: 'delete_file' });
  await fillDelete(dialog);
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await said.holds('Deleted notes.txt');
  expect(fs.existsSync(countersign.sample())).toBe(false);
  expect(countersign.log().filter((line) => line.event === 'call sent')).toMatchObject([{ by: 'model' }]);
  expect(model.headers[0]?.authorization).toBe('Bearer a key of mine');
  expect(JSON.stringify(model.requests)).not.toContain('a key of mine');
});

test('declined: the model is told that, and nothing of the question or the answer', async ({
  start,
  model,
}) => {
  const countersign = await start();
  await useModel(countersign, model);
  model.follow((request, nth) =>
    nth === 0
      ? { calls: [{ name: toolOf(request, 'delete_file'), arguments: { filepath: 'notes.txt' } }] }
      : { text: ['It was declined.'] },
  );
  const said = await talk(countersign, 'Delete notes.txt');
  const dialog = await countersign.dialog('Confirm deletion of notes.txt');
  await dialog.getByLabel('Reason').fill('a secret reason');
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
  await said.holds('It was declined.');
  expect(model.requests[1]).toContain('Deletion declined by the user');
  for (const word of ['Confirm deletion', 'confirm_name', 'keep_backup', 'a secret reason', 'KB, modified'])
    expect(model.requests.join()).not.toContain(word);
});

test('a call that the rules do not allow is asked first; not sent, the model hears that and no rule', async ({
  start,
  model,
  home,
}) => {
  const asking = askingServer(home);
  const rules = [{ server: '*', tool: 'write', effect: 'deny', why: 'a reason of mine' }] as const;
  const countersign = await start({ asking: asking.entry }, rules);
  await useModel(countersign, model);
  model.follow((request, nth) => {
    if (nth > 1) return { text: ['Done.'] };
    const name = toolOf(request, nth === 0 ? 'echo' : 'write');
    return { calls: [{ name, arguments: { say: 'hello' } }] };
  });
  const said = await talk(countersign, 'Say hello');
  const approval = await countersign.dialog('Send this call of “echo”');
  await expect(approval.getByText('The model called it, not you.')).toBeVisible();
  await clickAway(approval.getByRole('button', { name: 'Do not send' }));
  await said.holds('Done.');
  expect(model.requests.join()).toContain('The user did not allow this call');
  expect(model.requests.join()).not.toContain('a reason of mine');
  expect(model.requests.join()).not.toContain('Declined by you');
  expect(asking.wire().filter(({ method }) => method === 'tools/call')).toEqual([]);
  expect(await countersign.dialogs()).toBe(0);
});

for (const era of ['2025-11-25', '2026-07-28'] as const)
  for (const answer of ['Accept', 'Decline', 'Cancel'] as const)
    test(`${era}, ${answer}: no word of the question and none of the answer reaches the model`, async ({
      start,
      model,
      home,
    }) => {
      const asking = askingServer(home, {}, era);
      const countersign = await start({ asking: asking.entry });
      await useModel(countersign, model);
      model.follow((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? { text: ['Done.'] }
          : { calls: [{ name: toolOf(request, 'ask_quietly'), arguments: {} }] },
      );
      const said = await talk(countersign, 'Ask quietly');
      const dialog = await countersign.dialog('MARKED message');
      expect(JSON.stringify(await said.read())).not.toContain('MARKED');
      await dialog.getByLabel('MARKED title').fill('MARKED answer');
      await dialog.getByRole('radio', { name: 'MARKED two' }).check();
      const button = dialog.getByRole('button', { name: answer, exact: true });
      await (answer === 'Accept' ? press(button) : clickAway(button));
      await said.holds('Done.');
      expect(model.requests).toHaveLength(2);
      expect(model.requests.join()).not.toContain('MARKED');
      expect(JSON.stringify(await said.read())).not.toContain('MARKED');
    });
