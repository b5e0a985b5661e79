// npm run test:clients: the bundled file server, and the example, with clients that are not ours. They are large, so they
// are fetched only here, by the lock file in e2e/clients. It takes two minutes, since a question is left unanswered for
// as long as the servers wait. The last line says how many passed and failed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import {
  assertNotDeleted,
  assertRecorded,
  assertUntouched,
  fileServer,
  recorded,
} from '../e2e/clients/fileServer.mjs';
import { callByCli, Mcpdo, TOOL_ERROR } from '../e2e/clients/mcpdo.mjs';
import { beforeExit } from './setup/ending.mjs';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, say, seconds, step } from './setup/say.mjs';
import { setUp } from './setup.mjs';

const accepted = ['confirm_name:="notes.txt"', 'reason:="No longer needed"', 'keep_backup:=false'];
const example = { command: process.execPath, args: [inProject('examples/ask/server.mjs')] };

const tests = {
  'confirmed through mcpdo: the file is gone': throughMcpdo(async (mcpdo, server) => {
    const { code, json } = await mcpdo.answer(await ask(mcpdo), ...accepted);
    assert.deepEqual([code, json], [0, { content: [{ type: 'text', text: 'Deleted notes.txt' }] }]);
    assert.deepEqual(fs.readdirSync(server.files), []);
    assertRecorded(server, [
      { event: 'intent', given: 'notes.txt', reason: 'No longer needed', keepBackup: false },
      { event: 'ended', outcome: 'deleted', text: 'Deleted notes.txt', reason: 'No longer needed' },
    ]);
  }),
  'declined through mcpdo: the file stays': throughMcpdo(async (mcpdo, server) => {
    const { code, json } = await mcpdo.answer(await ask(mcpdo), '--decline');
    assert.equal(code, TOOL_ERROR);
    assertNotDeleted(server, json, 'declined', 'Deletion declined by the user');
  }),
  'cancelled through mcpdo: the file stays': throughMcpdo(async (mcpdo, server) => {
    const { code, json } = await mcpdo.answer(await ask(mcpdo), '--cancel');
    assert.equal(code, TOOL_ERROR);
    assertNotDeleted(server, json, 'cancelled', 'Deletion cancelled');
  }),
  // mcpdo ends a call after 60 s and has no setting for that, so the server hears that the call is over.
  'left unanswered through mcpdo, which ends its call after a minute: the file stays, and a late yes changes nothing':
    throughMcpdo(async (mcpdo, server) => {
      const question = await ask(mcpdo);
      const started = Date.now();
      while (recorded(server).length === 0) {
        assert.ok(Date.now() - started < 90_000, 'mcpdo did not end its call');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const late = await mcpdo.answer(question, ...accepted);
      assert.equal(late.code, 1);
      assert.match(late.json.error.message, /^Request timed out after 1m00s \(tools\/call\)/);
      const again = await mcpdo.answer(question, ...accepted);
      assert.equal(again.json.error.code, 'elicitation_not_found');
      const text = 'Deletion cancelled (call cancelled)';
      assertRecorded(server, [{ event: 'ended', outcome: 'withdrawn', text }]);
      assertUntouched(server);
    }),
  'left unanswered through a client that waits: the server gives up after two minutes, the file stays, and a late yes changes nothing':
    async (server) => {
      const call = { name: 'delete_file', arguments: { filepath: 'notes.txt' } };
      const content = { confirm_name: 'notes.txt', reason: 'No longer needed', keep_backup: false };
      const { result, ...about } = await unanswered(server, call, content);
      assertTwoMinutes(about);
      assert.match(about.complaints, /unknown message ID/);
      assertNotDeleted(server, result, 'no answer', 'Deletion cancelled (no answer within 2 minutes)');
    },
  'the example, left unanswered, gives up after two minutes and sends nothing': async () => {
    const call = { name: 'send_letter', arguments: { list: 'team' } };
    const { result, ...about } = await unanswered(example, call, { subject: 'Hello', when: 'now' });
    assertTwoMinutes(about);
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /^Not sent: no valid answer \(.*timed out/);
  },
  'the Inspector’s --cli, which cannot be asked: it cannot delete': async (server) => {
    const { code, json } = await callByCli(server);
    assert.equal(code, TOOL_ERROR);
    const text = 'Deletion needs a client that can ask the user';
    assertNotDeleted(server, json.result, 'cannot ask', text);
  },
};

/** A test on a connection of mcpdo, after which neither its daemon nor the server may be left running. */
function throughMcpdo(test) {
  return async (server) => {
    const mcpdo = new Mcpdo(server);
    const release = beforeExit(() => mcpdo.kill());
    try {
      await mcpdo.connect();
      await test(mcpdo, server);
    } finally {
      const left = await mcpdo.stop();
      release();
      assert.deepEqual(left, [], 'something is still running');
    }
  };
}

async function ask(mcpdo) {
  const question = await mcpdo.ask();
  assert.match(question.message, /^Confirm deletion of notes\.txt \(6 bytes, modified [\d-]{10} [\d:]{5}\)$/);
  return question;
}

// Loaded only now: the SDK comes with the packages that set-up may have to bring.
async function unanswered(server, call, content) {
  const { callUnanswered } = await import('../e2e/clients/patientClient.mjs');
  return callUnanswered(server, call, { action: 'accept', content });
}

function assertTwoMinutes({ asked, seconds }) {
  assert.equal(asked, 1);
  assert.ok(seconds >= 119 && seconds <= 135, `it took ${seconds} s`);
}

await entry(async () => {
  await setUp();
  const fetched = await step('Other clients: npm ci', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: inProject('e2e', 'clients'),
      shell: process.platform === 'win32',
    }),
  );
  if (!fetched.ok) throw new Stop(`The other clients could not be fetched:\n${fetched.output}`);
  // Side by side: each has a server, a folder and a daemon of its own, and two of them wait for two minutes.
  const passed = await Promise.all(Object.entries(tests).map(tried));
  const failed = passed.filter((ok) => !ok).length;
  say(`\n${passed.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

async function tried([name, test]) {
  const server = fileServer();
  const release = beforeExit(server.remove);
  const started = Date.now();
  try {
    await test(server);
    say(`  ✓ ${name} (${seconds(started)})`);
    return true;
  } catch (error) {
    say(`  ✘ ${name} (${seconds(started)})\n    ${error.stack}`);
    return false;
  } finally {
    release();
    server.remove();
  }
}
