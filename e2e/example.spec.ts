import path from 'node:path';
import { clickAway, expect, press, test } from './countersign.ts';

const server = path.resolve(import.meta.dirname, '../examples/ask/server.mjs');

test('the example of docs/WRITE_A_SERVER.md asks, and does what was answered', async ({ start }) => {
  const countersign = await start({ mailing: { command: 'node', args: [server] } });
  const call = async () => {
    await countersign.workbench.getByRole('button', { name: 'mailing' }).first().click();
    await countersign.workbench.getByLabel(/list/).fill('team');
    await countersign.workbench.getByRole('button', { name: 'Call send_letter' }).click();
    return countersign.dialog('Send this letter to 40 people?');
  };
  const dialog = await call();
  await dialog.getByLabel(/Subject/).fill('Hello');
  await dialog.getByLabel('tomorrow').check();
  await press(dialog.getByRole('button', { name: 'Accept' }));
  await expect(countersign.newestCall()).toContainText(
    '“Hello” goes to 40 people, tomorrow, with a copy to you',
  );
  await clickAway((await call()).getByRole('button', { name: 'Decline' }));
  await expect(countersign.newestCall()).toContainText('Not sent: decline');
});
