import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { confirm, connect } from './testing/connect.ts';
import { makeFolder } from './testing/folder.ts';

describe('the question', () => {
  it('is exactly this one', async () => {
    const folder = makeFolder();
    writeFileSync(folder.notes, 'x'.repeat(2345));
    const time = new Date(2026, 9, 5, 14, 30);
    utimesSync(folder.notes, time, time);
    const { asked, remove } = await connect(folder, () => ({ action: 'decline' }));
    await remove();
    expect(asked).toEqual([
      {
        message: 'Confirm deletion of notes.txt (2.3 KB, modified 2026-10-05 14:30)',
        requestedSchema: {
          type: 'object',
          properties: {
            confirm_name: {
              type: 'string',
              title: 'File path',
              description: 'Type the file path to confirm',
            },
            reason: {
              type: 'string',
              title: 'Reason',
              description: "Why it's being deleted (recorded in the server audit log)",
              minLength: 5,
              maxLength: 200,
            },
            keep_backup: {
              type: 'boolean',
              title: 'Keep a backup',
              description: 'Keep a .bak copy instead of deleting outright',
              default: false,
            },
          },
          required: ['confirm_name', 'reason'],
        },
      },
    ]);
  });
});

describe('after a valid answer', () => {
  it('deletes the file, and records who said why before and after', async () => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => confirm());
    expect(await remove()).toEqual({ text: 'Deleted notes.txt', isError: false });
    expect(folder.names()).toEqual([]);

    const [intent, ended, ...more] = folder.audit();
    expect(more).toEqual([]);
    expect(intent).toMatchObject({
      event: 'intent',
      given: 'notes.txt',
      parent: folder.allowed,
      name: 'notes.txt',
      keepBackup: false,
      reason: 'no longer needed',
      identity: { size: '9' },
    });
    expect(ended).toMatchObject({
      event: 'ended',
      id: intent?.id,
      outcome: 'deleted',
      given: 'notes.txt',
      path: folder.notes,
      size: 9,
      reason: 'no longer needed',
      text: 'Deleted notes.txt',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('takes an absolute path, typed as it was given', async () => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => confirm({ confirm_name: folder.notes }));
    expect(await remove(folder.notes)).toEqual({ text: `Deleted ${folder.notes}`, isError: false });
  });

  it('takes a name in either of its spellings', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder.allowed, 'u\u0308.txt'), '');
    const { remove } = await connect(folder, () => confirm({ confirm_name: '\u00fc.txt' }));
    expect(await remove('u\u0308.txt')).toMatchObject({ isError: false });
  });

  it('keep_backup keeps a .bak, and never overwrites one (server)', async () => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => confirm({ keep_backup: true }));
    expect(await remove()).toEqual({ text: 'Deleted notes.txt (backup: notes.txt.bak)', isError: false });
    expect(readFileSync(`${folder.notes}.bak`, 'utf8')).toBe('the notes');

    writeFileSync(folder.notes, 'newer notes');
    expect(await remove()).toEqual({ text: 'Deleted notes.txt (backup: notes.txt.bak.1)', isError: false });
    expect(folder.names()).toEqual(['notes.txt.bak', 'notes.txt.bak.1']);
    expect(readFileSync(`${folder.notes}.bak`, 'utf8')).toBe('the notes');
    expect(readFileSync(`${folder.notes}.bak.1`, 'utf8')).toBe('newer notes');
    expect(folder.lastAudit()).toMatchObject({ outcome: 'deleted', backup: 'notes.txt.bak.1' });
  });
});

describe('any other ending deletes nothing', () => {
  const endings = [
    { title: 'declined', answer: { action: 'decline' }, text: 'Deletion declined by the user' },
    { title: 'cancelled', answer: { action: 'cancel' }, text: 'Deletion cancelled' },
    {
      title: 'invalid',
      answer: confirm({ reason: 'abcd' }),
      text: 'Confirmation was not valid: reason: must NOT have fewer than 5 characters',
    },
    {
      title: 'wrong name',
      answer: confirm({ confirm_name: 'note.txt' }),
      text: "Confirmation did not match: you typed 'note.txt', expected 'notes.txt'",
    },
  ];

  it.each(endings)('$title', async ({ title, answer, text }) => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => answer);
    expect(await remove()).toEqual({ text, isError: true });
    expect(folder.names()).toEqual(['notes.txt']);
    expect(folder.audit()).toMatchObject([
      { event: 'ended', outcome: title, text, path: folder.notes, size: 9 },
    ]);
  });

  it('decline and cancel delete nothing (server)', async () => {
    const folder = makeFolder();
    const answers = ['decline', 'cancel'];
    // What comes along with them changes nothing.
    const { remove } = await connect(folder, () => ({ ...confirm(), action: answers.shift() }));
    expect([await remove(), await remove()]).toEqual([
      { text: 'Deletion declined by the user', isError: true },
      { text: 'Deletion cancelled', isError: true },
    ]);
    expect(readFileSync(folder.notes, 'utf8')).toBe('the notes');
    expect(folder.audit()).toMatchObject([{ outcome: 'declined' }, { outcome: 'cancelled' }]);
  });

  it('the client answers with an error', async () => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => {
      throw new Error('too many\nquestions');
    });
    expect(await remove()).toEqual({
      text: expect.stringMatching(
        /^The client did not ask the user: .*too many\\u\{a\}questions; nothing was deleted$/,
      ),
      isError: true,
    });
    expect(folder.lastAudit()).toMatchObject({ outcome: 'failed' });
    expect(folder.names()).toEqual(['notes.txt']);
  });
});

describe('a client without elicitation cannot delete (server)', () => {
  it.each([
    { capabilities: {} },
    { capabilities: { elicitation: { url: {} } } },
    { capabilities: { sampling: {}, roots: { listChanged: true } } },
  ])('$capabilities', async ({ capabilities }) => {
    const folder = makeFolder();
    const roots = vi.fn(() => ({ roots: [] }));
    const { asked, remove } = await connect(folder, () => confirm(), { capabilities, roots });
    expect(await remove()).toEqual({ text: 'Deletion needs a client that can ask the user', isError: true });
    expect(await remove('../outside/secret.txt')).toMatchObject({
      text: 'Deletion needs a client that can ask the user',
    });
    expect([asked.length, roots.mock.calls.length]).toEqual([0, 0]);
    expect(existsSync(folder.notes)).toBe(true);
    expect(folder.lastAudit()).toMatchObject({ outcome: 'cannot ask' });
  });

  it.each([{ elicitation: {} }, { elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }])(
    'and one with %j can',
    async (capabilities) => {
      const { remove } = await connect(makeFolder(), () => confirm(), { capabilities });
      expect(await remove()).toMatchObject({ isError: false });
    },
  );
});

describe('what is offered', () => {
  it('has no argument that confirms, and says what each tool does', async () => {
    const { client, call } = await connect(makeFolder(), () => confirm());
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['list_directory', { readOnlyHint: true, openWorldHint: false }],
      ['read_text_file', { readOnlyHint: true, openWorldHint: false }],
      ['file_info', { readOnlyHint: true, openWorldHint: false }],
      [
        'delete_file',
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      ],
    ]);
    expect(tools.at(-1)?.inputSchema).toMatchObject({
      properties: { filepath: { type: 'string' } },
      additionalProperties: false,
    });
    expect(Object.keys(tools.at(-1)?.inputSchema.properties ?? {})).toEqual(['filepath']);
    expect(await call('delete_file', { filepath: 'notes.txt', confirm: true })).toMatchObject({
      isError: true,
    });
  });
});
