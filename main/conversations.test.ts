import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { begin, endAll, type Said } from './testing/conversing.ts';

afterEach(endAll);

const oneCall: Said = { text: ['I call'], calls: [{ name: 's__t', arguments: { a: 1 } }] };

describe('a turn', () => {
  it('goes from what the person says, over a call, to what the model says of its result', async () => {
    const bench = await begin();
    bench.follow((_asked, nth) => (nth === 0 ? oneCall : { text: ['It is ', 'done.'] }));
    bench.say();
    await bench.server.result(await bench.server.nextCall());
    const { messages, turn } = await bench.settled();
    expect(turn).toEqual({ state: 'idle' });
    expect(messages).toMatchObject([
      { by: 'person', text: 'Do it' },
      { by: 'model', text: 'I call', calls: [{ serverId: 's', tool: 't', state: 'done', outcome: 'done' }] },
      { by: 'model', text: 'It is done.' },
    ]);
    expect(bench.asked[1]?.messages.at(-1)).toMatchObject({
      by: 'tool',
      text: expect.stringContaining('done'),
    });
    expect(bench.shown().messages).toEqual(messages);
    expect(bench.log).toContainEqual(expect.objectContaining({ event: 'call sent', by: 'model' }));
  });

  it('says for what it waits, and not a word of what is asked', async () => {
    const bench = await begin();
    bench.follow((_asked, nth) => (nth === 0 ? oneCall : { text: ['Done.'] }));
    bench.say();
    const id = await bench.server.nextCall();
    const reply = bench.server.ask(1, {
      message: 'A marked question',
      requestedSchema: { properties: { marked: { type: 'string' } } },
    });
    const question = await bench.server.until(() => bench.questions.open[0]);
    await bench.server.until(() => (bench.read().turn.state === 'waiting for you' ? true : undefined));
    expect(bench.read().turn).toEqual({
      state: 'waiting for you',
      about: 'an answer',
      serverId: 's',
      tool: 't',
    });
    bench.questions.settle(question.questionId, {
      kind: 'accepted',
      content: { marked: 'the answer' },
      via: 'key',
    });
    await reply;
    await bench.server.result(id);
    await bench.settled();
    const everything = JSON.stringify([bench.asked, bench.changes]);
    for (const word of ['A marked question', 'marked', 'the answer']) expect(everything).not.toContain(word);
  });

  it('that is stopped cancels its calls, makes no other, and can be gone on with', async () => {
    const bench = await begin();
    bench.follow((_asked, nth) => (nth === 0 ? oneCall : { text: ['Done.'] }));
    bench.say();
    await bench.server.nextCall();
    expect(bench.say('And this')).toContain('still at work');
    bench.conversations.stop(bench.conversationId);
    expect((await bench.settled()).turn).toEqual({ state: 'stopped' });
    expect(bench.calls.openCount).toBe(0);
    expect(bench.asked).toHaveLength(1);
    expect(bench.conversations.goOn(bench.conversationId)).toBeUndefined();
    expect((await bench.settled()).messages.at(-1)).toMatchObject({ text: 'Done.' });
    expect(bench.asked[1]?.messages.at(-1)).toMatchObject({ by: 'tool' });
  });

  it('whose answer breaks off makes none of its calls, says so, and is asked anew', async () => {
    const bench = await begin();
    bench.follow((_asked, nth) => (nth === 0 ? { ...oneCall, end: 'failed' } : { text: ['Done.'] }));
    bench.say();
    const { turn, messages } = await bench.settled();
    expect(turn).toMatchObject({ state: 'failed', why: 'broken off' });
    expect(messages.at(-1)).toMatchObject({ text: 'I call', calls: [], remark: 'Broken off: broken off' });
    expect(bench.calls.all).toEqual([]);
    bench.conversations.goOn(bench.conversationId);
    expect((await bench.settled()).messages).toHaveLength(2);
    expect(bench.shown().messages).toEqual(bench.read().messages);
  });

  it('in small pieces is shown in few, and whole', async () => {
    const bench = await begin();
    const pieces = Array.from({ length: 1_000 }, (_, n) => `${n} `);
    bench.follow(() => ({ text: ['\ud83d', '\ude00', ...pieces] }));
    bench.say();
    await bench.settled();
    expect(bench.read().messages.at(-1)).toMatchObject({ text: `\u{1F600}${pieces.join('')}` });
    expect(bench.changes.length).toBeLessThan(20);
    expect(bench.shown().messages).toEqual(bench.read().messages);
  });
});

describe('a conversation', () => {
  it('said otherwise goes on from there, and what came after is gone', async () => {
    const bench = await begin();
    bench.say('One');
    await bench.settled();
    bench.say('Two');
    const { messages } = await bench.settled();
    const [first] = messages;
    expect(
      bench.conversations.sayInstead(bench.conversationId, first?.messageId ?? '', 'Other'),
    ).toBeUndefined();
    expect((await bench.settled()).messages.map(({ text }) => text)).toEqual(['Other', 'Done.']);
    expect(bench.shown().messages).toEqual(bench.read().messages);
    expect(bench.conversations.sayInstead(bench.conversationId, 'no such', 'x')).toContain('not there');
  });

  it('is there at the next start, with nothing going on in it', async () => {
    const bench = await begin();
    bench.follow(() => oneCall);
    bench.say('Remember this');
    await bench.server.nextCall();
    await bench.files.close();
    const again = bench.make();
    await again.start();
    expect(again.list).toMatchObject([{ title: 'Remember this', turn: 'idle' }]);
    const [{ conversationId } = { conversationId: '' }] = again.list;
    expect(again.view(conversationId)?.conversation.messages.at(-1)).toMatchObject({
      calls: [{ state: 'cancelled', outcome: expect.stringContaining('Countersign ended') }],
    });
  });

  it('whose file is broken is set aside and told, and hides no other', async () => {
    const bench = await begin();
    bench.say('Kept');
    await bench.settled();
    await bench.files.close();
    await fs.writeFile(path.join(bench.folder, 'broken.json'), '{"version":1');
    const [own] = (await fs.readdir(bench.folder)).filter((name) => name !== 'broken.json');
    await fs.copyFile(path.join(bench.folder, own ?? ''), path.join(bench.folder, 'other.json'));
    const again = bench.make();
    await again.start();
    expect(again.list).toHaveLength(1);
    expect(bench.told).toHaveLength(2);
    expect((await fs.readdir(bench.folder)).filter((name) => name.includes('.broken-'))).toHaveLength(2);
  });

  it('is renamed, found, and removed with its file', async () => {
    const bench = await begin();
    bench.say('A needle');
    await bench.settled();
    bench.conversations.rename(bench.conversationId, 'Hay');
    expect(bench.conversations.search('NEEDLE')).toMatchObject([{ title: 'Hay', excerpt: 'A needle' }]);
    await bench.conversations.remove(bench.conversationId);
    expect(bench.conversations.list).toEqual([]);
    expect(bench.say('x')).toContain('not there any more');
    await bench.files.close();
    expect(await fs.readdir(bench.folder)).toEqual([]);
  });

  it('takes no message that is empty, or longer than it may be', async () => {
    const bench = await begin();
    expect(bench.say(' \n')).toContain('nothing in the message');
    expect(bench.say('x'.repeat(limits.messageCharacters + 1))).toContain('may have');
    expect(bench.asked).toEqual([]);
  });
});
