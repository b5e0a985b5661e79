// The bundled file server as another client starts it: on a folder of its own with notes.txt in it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const program = path.resolve(import.meta.dirname, '../../out/main/files.mjs');

/** `folder` is the real path: on some systems the temporary folder is a link. */
export function fileServer() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-clients-')));
  const files = path.join(folder, 'files');
  const audit = path.join(folder, 'audit.jsonl');
  const notes = path.join(files, 'notes.txt');
  fs.mkdirSync(files);
  fs.writeFileSync(notes, 'hello\n');
  return {
    folder,
    files,
    audit,
    notes,
    command: process.execPath,
    args: [program, '--audit', audit, files],
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The server's own record, without the empty lines that set one start apart from the next. */
export function recorded({ audit }) {
  if (!fs.existsSync(audit)) return [];
  const lines = fs.readFileSync(audit, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Nothing but notes.txt, as it was: no backup, nothing moved aside. */
export function assertUntouched({ files, notes }) {
  assert.deepEqual(fs.readdirSync(files), ['notes.txt']);
  assert.equal(fs.readFileSync(notes, 'utf8'), 'hello\n');
}

/** The call was told this as an error, it is the one line of the record, and the file is as it was. */
export function assertNotDeleted(server, result, outcome, text) {
  assert.deepEqual(result, { content: [{ type: 'text', text }], isError: true });
  assertRecorded(server, [{ event: 'ended', outcome, text }]);
  assertUntouched(server);
}

/** What the record holds, line by line; of each line only what is named is compared. */
export function assertRecorded(server, expected) {
  const lines = recorded(server);
  const seen = lines.map((line, index) =>
    Object.fromEntries(Object.keys(expected[index] ?? line).map((key) => [key, line[key]])),
  );
  assert.deepEqual(seen, expected);
}
