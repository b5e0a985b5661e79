// npm run test:clients: the bundled file server with clients that are not ours. They are large, so they are fetched only
// here, by the lock file in e2e/clients. The last line says how many passed and failed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, say, step } from './setup/say.mjs';
import { setUp } from './setup.mjs';

const clients = inProject('e2e', 'clients');
const bin = (name) => path.join(clients, 'node_modules', '.bin', name);

/** One connection of mcpdo to the file server, on a folder with notes.txt in it. */
class Mcpdo {
  constructor(folder) {
    this.files = path.join(folder, 'files');
    this.audit = path.join(folder, 'audit.jsonl');
    this.notes = path.join(this.files, 'notes.txt');
    fs.mkdirSync(this.files);
    fs.writeFileSync(this.notes, 'hello\n');
    this.env = {
      ...process.env,
      HOME: folder,
      MCP_STORAGE_DIR: path.join(folder, 'kept'),
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    };
    this.server = [process.execPath, inProject('out/main/files.mjs'), '--audit', this.audit, this.files];
  }

  connect() {
    this.say('connect', '--connection', 'it', '--era', 'legacy', '--elicit', 'both', '--', ...this.server);
    this.say(
      'roots/set',
      '--connection',
      'it',
      '--roots-json',
      JSON.stringify([{ uri: pathToFileURL(this.files).href }]),
    );
  }

  /** Calls delete_file; the question that the server asks comes back. */
  ask() {
    this.connect();
    const { elicitationPending: asked } = this.json('tools/call', 'delete_file', 'filepath:="notes.txt"');
    assert.match(asked.message, /^Confirm deletion of notes\.txt \(6 bytes, modified /);
    return asked.elicitationId;
  }

  /** The call's result, after the answer. */
  answer(id, ...answer) {
    return this.json('elicitation/respond', id, ...answer);
  }

  json(...args) {
    const { stdout } = this.say('--connection', 'it', '--format', 'json', ...args);
    return JSON.parse(stdout);
  }

  say(...args) {
    const done = spawnSync(process.execPath, [bin('mcpdo'), ...args], {
      env: this.env,
      encoding: 'utf8',
      timeout: 150_000,
    });
    if (done.error) throw done.error;
    return done;
  }

  endings() {
    const lines = fs.readFileSync(this.audit, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  }

  stop() {
    this.say('daemon', 'stop');
  }
}

const textOf = (result) => result.content[0].text;
const accepted = ['confirm_name:="notes.txt"', 'reason:="No longer needed"', 'keep_backup:=false'];

const tests = {
  'confirmed through mcpdo, the file is gone': (client) => {
    const result = client.answer(client.ask(), ...accepted);
    assert.equal(textOf(result), 'Deleted notes.txt');
    assert.ok(!fs.existsSync(client.notes));
  },
  'declined through mcpdo, the file stays': (client) => {
    const result = client.answer(client.ask(), '--decline');
    assert.equal(textOf(result), 'Deletion declined by the user');
    assert.ok(fs.existsSync(client.notes));
  },
  'cancelled through mcpdo, the file stays': (client) => {
    const result = client.answer(client.ask(), '--cancel');
    assert.equal(textOf(result), 'Deletion cancelled');
    assert.ok(fs.existsSync(client.notes));
  },
  'left unanswered through mcpdo, which gives up before the server does, the file stays': async (client) => {
    client.ask();
    const started = Date.now();
    while (client.endings().length === 0) {
      assert.ok(Date.now() - started < 140_000, 'nobody gave up');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const [ending] = client.endings();
    assert.match(ending.text, /^Deletion cancelled \((call cancelled|no answer within 2 minutes)\)$/);
    say(`    after ${Math.round((Date.now() - started) / 1000)} s: ${ending.text}`);
    assert.ok(fs.existsSync(client.notes));
  },
  "the Inspector's command line, which cannot ask, cannot delete": (client) => {
    const args = [
      '--cli',
      ...client.server,
      '--method',
      'tools/call',
      '--tool-name',
      'delete_file',
      '--tool-arg',
      'filepath=notes.txt',
    ];
    const { stdout, stderr } = spawnSync(process.execPath, [bin('mcp-inspector'), ...args], {
      env: client.env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.match(stdout + stderr, /Deletion needs a client that can ask the user|No directory is allowed/);
    assert.ok(fs.existsSync(client.notes));
  },
};

await entry(async () => {
  await setUp();
  const fetched = await step('Other clients: npm ci', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: clients }),
  );
  if (!fetched.ok) throw new Stop(`The other clients could not be fetched:\n${fetched.output}`);
  const counts = { passed: 0, failed: 0 };
  for (const [name, test] of Object.entries(tests)) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-clients-'));
    const client = new Mcpdo(folder);
    try {
      await test(client);
      counts.passed += 1;
      say(`  ✓ ${name}`);
    } catch (error) {
      counts.failed += 1;
      say(`  ✘ ${name}\n    ${error.stack}`);
    } finally {
      client.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
  say(`\n${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
});
