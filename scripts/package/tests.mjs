// What an installed package must show. Each test is a sentence and a function that throws.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from '../setup/places.mjs';
import { until } from './person.mjs';
import { capture, savePng } from './screen.mjs';

const installed = '/opt/Countersign/countersign';
const picture = (person, name) =>
  savePng(capture(person.tools), inProject('test-results', 'package', `${name}.png`));

export function installedTests([ann, bob]) {
  let app;
  const notes = path.join(ann.data, 'sample', 'notes.txt');
  const lastEnding = () => ann.log().findLast((line) => line.event === 'question ended');
  const ended = (before) =>
    ann.logged((line) => line.event === 'question ended', 'the question did not end', before);

  return [
    [
      'started as an ordinary person without a Node on the PATH, the bundled server is ready',
      async () => {
        app = ann.start(installed);
        await ann.logged((line) => line.event === 'server ready', 'the bundled server is not ready');
        await ann.workbench();
        picture(ann, '1-first-screen');
      },
    ],
    [
      'every page is held by the sandbox of the operating system',
      async () => {
        const renderers = processesOf(ann).filter(({ args }) => args.includes('--type=renderer'));
        assert.ok(renderers.length >= 2, 'the workbench and a spare question window');
        for (const { pid } of renderers)
          assert.match(fs.readFileSync(`/proc/${pid}/status`, 'utf8'), /^Seccomp:\s+2$/m);
      },
    ],
    [
      'E080: keys that were meant for the window behind it answer nothing',
      async () => {
        await ann.clickPrimary(await ann.workbench());
        // They arrive while the dialog appears, and until it has stood still for a moment.
        ann.keys('Return', 'space', 'Return', 'space', 'Return', 'Escape', 'Return');
        await ann.logged((line) => line.event === 'question shown', 'the dialog was not shown');
        const dialog = await ann.dialog();
        await ann.clickPrimary(dialog);
        // The press above found an armed, empty form: its problems are shown, and it is still open.
        assert.equal(lastEnding(), undefined);
        assert.ok(fs.existsSync(notes));
        picture(ann, '2-dialog-with-problems');
      },
    ],
    [
      'the delete is confirmed by real keys: the file is gone, and the record says so',
      async () => {
        const before = ann.log().length;
        // From the first wrong field, which has the focus.
        ann.type('notes.txt');
        ann.keys('Tab');
        ann.type('No longer needed');
        picture(ann, '3-filled');
        ann.keys('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Return');
        assert.deepEqual(pick(await ended(before), 'ending', 'via'), {
          ending: 'answered: accept',
          via: 'key',
        });
        await until(() => !fs.existsSync(notes), 'the file is still there');
        await ann.logged(
          (line) => line.event === 'call ended' && line.outcome === 'done',
          'the call did not end',
          before,
        );
        picture(ann, '4-deleted');
      },
    ],
    [
      'declined by a real pointer, the file stays',
      async () => {
        const before = ann.log().length;
        fs.writeFileSync(notes, 'again\n');
        await ann.clickPrimary(await ann.workbench());
        const accept = await placeOfAccept(ann);
        ann.click({ x: accept.x - 90, y: accept.y });
        assert.equal((await ended(before)).ending, 'answered: decline');
        assert.ok(fs.existsSync(notes));
      },
    ],
    [
      'E080: Enter held down while the dialog appears answers nothing, and neither does letting go of it',
      async () => {
        const before = ann.log().length;
        // The button that was clicked before has the focus again.
        ann.xdotool('keydown', 'Return');
        await ann.logged((line) => line.event === 'question shown', 'the dialog was not shown', before);
        // Held until it could be pressed, and longer than a held key needs to repeat.
        await placeOfAccept(ann);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        ann.xdotool('keyup', 'Return');
        await placeOfAccept(ann);
        assert.deepEqual(
          ann
            .log()
            .slice(before)
            .filter((line) => line.event === 'question ended'),
          [],
        );
        assert.ok(fs.existsSync(notes));
        await declineAll(ann, before);
      },
    ],
    [
      'E080: what is typed on while the dialog appears answers nothing, and ends up in none of its fields',
      async () => {
        const before = ann.log().length;
        ann.xdotool('key', '--delay', '5', 'Return');
        ann.xdotool('type', '--delay', '5', 'meant for something else\n'.repeat(6));
        const accept = await placeOfAccept(ann);
        assert.equal(
          ann
            .log()
            .slice(before)
            .find((line) => line.event === 'question ended'),
          undefined,
        );
        ann.keys('Tab', 'Tab');
        ann.type('notes.txt');
        ann.keys('Tab');
        ann.type('No longer needed');
        ann.click(accept);
        assert.equal((await ended(before)).ending, 'answered: accept');
        await until(() => !fs.existsSync(notes), 'the file is still there');
        const own = fs.readFileSync(path.join(ann.data, 'files-server', 'audit.jsonl'), 'utf8');
        assert.equal(JSON.parse(own.trim().split('\n').at(-1)).reason, 'No longer needed');
        await declineAll(ann, before);
        fs.writeFileSync(notes, 'again\n');
      },
    ],
    [
      'confirmed by a real pointer, the file is gone',
      async () => {
        const before = ann.log().length;
        await ann.clickPrimary(await ann.workbench());
        const accept = await placeOfAccept(ann);
        ann.keys('Tab', 'Tab');
        ann.type('notes.txt');
        ann.keys('Tab');
        ann.type('No longer needed');
        ann.click(accept);
        assert.deepEqual(pick(await ended(before), 'ending', 'via'), {
          ending: 'answered: accept',
          via: 'pointer',
        });
        await until(() => !fs.existsSync(notes), 'the file is still there');
      },
    ],
    [
      'a second launch only brings the first to the front',
      async () => {
        const second = ann.start(installed);
        assert.equal(await second.ended, 0);
        assert.deepEqual(
          processesOf(ann)
            .filter(({ args }) => !args.includes('--type='))
            .map(({ args }) => args),
          [`${app.child.pid} ${installed}`],
        );
      },
    ],
    [
      'another person starts it at the same time, on data of their own',
      async () => {
        const other = bob.start(installed);
        await bob.logged((line) => line.event === 'server ready', 'the bundled server is not ready');
        other.child.kill('SIGTERM');
        assert.equal(await other.ended, 0);
      },
    ],
    [
      'it ends in order, and leaves nothing running',
      async () => {
        app.child.kill('SIGTERM');
        assert.equal(await app.ended, 0);
        await until(() => processesOf(ann).length === 0, 'something is still running');
        assert.equal(ann.log().at(-1).event, 'app quit');
      },
    ],
    [
      'it runs from a read-only folder whose name has blanks and other scripts',
      async () => {
        const folder = path.join('/tmp', `countersign Ünïcode 場所 ${process.pid}`);
        fs.cpSync('/opt/Countersign', folder, { recursive: true });
        execFileSync('chmod', ['-R', 'a-w', folder]);
        try {
          const before = bob.log().length;
          const other = bob.start(path.join(folder, 'countersign'));
          await bob.logged(
            (line) => line.event === 'server ready',
            'the bundled server is not ready',
            before,
          );
          other.child.kill('SIGTERM');
          assert.equal(await other.ended, 0);
        } finally {
          fs.rmSync(folder, { recursive: true, force: true });
        }
      },
    ],
    [
      '--print-security says what holds it',
      async () => {
        const { output } = await finished(ann.start(installed, ['--print-security'], { DISPLAY: '' }), 0);
        assert.match(output, /^content security policy: default-src 'none'; script-src 'self'/m);
        assert.match(
          output,
          /^pages: sandbox true, context isolation true, node integration false, webviews false$/m,
        );
        for (const [fuse, state] of Object.entries(fuses))
          assert.match(output, new RegExp(`^fuse ${fuse}: ${state}$`, 'm'));
        assert.match(output, /^packaged: true$/m);
      },
    ],
    [
      'what a page that was taken over would try is held: policy, isolation, navigation, windows, permissions, WebRTC, webviews',
      async () => {
        const { output } = await finished(ann.start(installed, ['--check-security']), 0);
        const checks = output.split('\n').filter((line) => /^(NOT )?held: /i.test(line));
        assert.ok(checks.length >= 45, output);
        assert.deepEqual(
          checks.filter((line) => !line.startsWith('held: ')),
          [],
        );
      },
    ],
    ...switchTests(ann),
  ];
}

const fuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
};

/** Without a display no window can be made at all, so the refusal comes before one; a port would be named in the output. */
function switchTests(person) {
  const refused = async (args, env) => {
    const app = person.start(installed, args, { DISPLAY: '', ...env });
    // This one Chromium refuses by itself, before any code of ours.
    if (args.includes('--no-zygote')) return finished(app, 1);
    const { output } = await finished(app, 3);
    // Chromium's own complaints about a machine without a desktop come before ours.
    const ours = output.split('\n').filter((line) => line !== '' && !line.startsWith('['));
    assert.equal(ours.length, 1, output);
    assert.match(
      ours[0],
      /^Countersign does not start with .+: it could let something else answer for you\.$/,
    );
    assert.doesNotMatch(output, /listening on/i);
  };
  const list = fs.readFileSync(inProject('core/testing/dangerousSwitches.ts'), 'utf8');
  const switches = [...list.matchAll(/'(-[^']*)'/g)].map(([, name]) => name);
  const variables = [
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_NO_ASAR',
    'ELECTRON_ENABLE_LOGGING',
    'SSLKEYLOGFILE',
    'COUNTERSIGN_HOME',
  ];
  return [
    ...switches.map((name) => [`refuses ${name}`, () => refused([name], {})]),
    ...variables.map((name) => [`refuses ${name} in the environment`, () => refused([], { [name]: '1' })]),
    ['what NODE_OPTIONS would load is not loaded', () => nothingLoaded(person)],
  ];
}

/** The fuse takes the variable away before any of our code could see it. */
async function nothingLoaded(person) {
  const [script, mark] = ['loaded.cjs', 'was-loaded'].map((name) => path.join(person.home, name));
  fs.writeFileSync(script, `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`);
  const env = { DISPLAY: '', NODE_OPTIONS: `--require ${script}` };
  await finished(person.start(installed, ['--print-security'], env), 0);
  assert.ok(!fs.existsSync(mark));
}

export function purgeTests([ann]) {
  return [
    [
      'removed, nothing is left but the data of the people who used it',
      async () => {
        const left = [
          '/opt/Countersign',
          '/usr/bin/countersign',
          '/usr/share/applications/countersign.desktop',
          '/usr/share/icons/hicolor/48x48/apps/countersign.png',
        ];
        assert.deepEqual(
          left.filter((file) => fs.existsSync(file)),
          [],
        );
        assert.notEqual(spawnSync('dpkg', ['-s', 'countersign'], { stdio: 'ignore' }).status, 0);
        assert.ok(fs.existsSync(path.join(ann.data, 'audit.jsonl')));
      },
    ],
  ];
}

const placeOfAccept = async (person) => person.placeOfPrimary(await person.dialog());

async function finished(app, code) {
  assert.equal(await app.ended, code, app.output);
  return app;
}

function processesOf({ uid }) {
  const listed = spawnSync('pgrep', ['-u', uid, '-a', 'countersign'], { encoding: 'utf8' }).stdout;
  return listed
    .split('\n')
    .filter((line) => line !== '' && !line.includes('<defunct>'))
    .map((line) => ({ pid: Number(line.split(' ')[0]), args: line }));
}

const pick = (object, ...names) => Object.fromEntries(names.map((name) => [name, object[name]]));

/** A held key may have started more than one call: each of their questions is declined. */
async function declineAll(person, before) {
  const count = (event) =>
    person
      .log()
      .slice(before)
      .filter((line) => line.event === event).length;
  while (count('question asked') > count('question ended')) {
    const known = count('question ended');
    const accept = await placeOfAccept(person);
    person.click({ x: accept.x - 90, y: accept.y });
    await until(() => count('question ended') > known, 'the question did not end');
  }
}
