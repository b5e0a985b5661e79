import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderKind } from '../contract/conversation.ts';
import type { AuditEvent } from '../core/audit.ts';
import type { KeyStore } from './auditKey.ts';
import { Consents } from './consents.ts';
import { findLocalProviders, ModelProvider } from './modelProvider.ts';
import { openLink } from './openLink.ts';
import { Questions } from './questions.ts';
import { counter, fakeClock, keptInMemory } from './testing/fakes.ts';

const secret = 'sk-planted-0123456789abcdef0123456789abcdef';
let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-providers-'));
  kept = keptInMemory();
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const noStore: KeyStore = {
  isEncryptionAvailable: () => false,
  encryptString: () => Buffer.alloc(0),
  decryptString: () => {
    throw new Error('none');
  },
};
/** Turns every byte, which is enough to see that it went through here. */
const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x55));
const store: KeyStore = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => turned(Buffer.from(text)),
  decryptString: (bytes) => turned(bytes).toString(),
};

let kept = keptInMemory();

async function opened(keyStore: KeyStore = store, record?: (event: AuditEvent) => Promise<void>) {
  const log: AuditEvent[] = [];
  const told: string[] = [];
  const changes: string[] = [];
  const questions = new Questions({
    ...{ clock: fakeClock(), newId: counter(), changed: () => {}, settled: () => {} },
  });
  const seal = (text: string) => `sealed ${text.length}`;
  const tell = (text: string) => void told.push(text);
  const consents = await Consents.open(path.join(folder, 'consents.json'), kept, () => new Date(0), tell);
  const pages: string[] = [];
  const asking = {
    ...{ questions, seal, tell, record: record ?? (async (event: AuditEvent) => void log.push(event)) },
    openExternal: async (href: string) => void pages.push(href),
  };
  const providers = new ModelProvider({
    ...{ ...asking, consents, store: keyStore, file: path.join(folder, 'model.key.json') },
    changed: () => void changes.push(''),
  });
  await providers.start();
  return { log, told, changes, questions, providers, consents, asking, pages };
}
type App = Awaited<ReturnType<typeof opened>>;

const until = async (holds: () => boolean): Promise<void> => {
  for (let n = 0; !holds(); n++) {
    if (n > 400) throw new Error('it never came to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

async function choose(app: App, given: { kind: ProviderKind; address: string }, key?: string): Promise<void> {
  expect(app.providers.choose({ model: 'm', ...given })).toBeUndefined();
  await until(() => app.questions.open.length === 1);
  const [question] = app.questions.open;
  const before = app.changes.length;
  const content: Record<string, string> = key === undefined ? {} : { key };
  app.questions.settle(question?.questionId ?? '', { kind: 'accepted', content, via: 'pointer' });
  await until(() => app.changes.length > before);
}
const here = { kind: 'compatible', address: 'http://127.0.0.1:1/v1' } as const;
const there = { kind: 'compatible', address: 'https://models.example.org/v1' } as const;

describe('a provider', () => {
  it('is accepted in a question, with its key, which is in the key store after that', async () => {
    const app = await opened();
    await choose(app, here, secret);
    expect(app.providers.inUse).toMatchObject({ key: secret, provider: { address: here.address } });
    const again = await opened();
    expect(again.providers.inUse?.key).toBe(secret);
    expect(again.providers.view).toMatchObject({ key: 'key store', model: 'm' });
  });

  it('has its key in no view, no record, no notice and no file', async () => {
    const app = await opened();
    await choose(app, here, secret);
    const files = await Promise.all(
      (await fs.readdir(folder)).map((name) => fs.readFile(path.join(folder, name), 'utf8')),
    );
    const all = JSON.stringify([app.log, app.told, app.providers.view, files]);
    expect(all).not.toContain(secret);
    expect(app.log.find(({ event }) => event === 'question ended')).toMatchObject({
      fields: [],
      digest: 'sealed 2',
    });
  });

  it('has its key in memory alone where there is no key store, which its dialog says', async () => {
    const app = await opened(noStore);
    await choose(app, here, secret);
    expect(app.providers.view?.key).toBe('memory');
    expect(await fs.readdir(folder)).toEqual(['consents.json']);
    expect((await opened(noStore)).providers.inUse).toMatchObject({ key: undefined });
  });

  it('at another address gets no key that was for the first', async () => {
    const app = await opened();
    await choose(app, here, secret);
    await choose(app, there);
    expect(app.providers.inUse).toMatchObject({ key: undefined, provider: { address: there.address } });
    expect(await fs.readdir(folder)).toEqual(['consents.json']);
  });

  it('keeps its key when only the model is another', async () => {
    const app = await opened();
    await choose(app, here, secret);
    await choose(app, here);
    expect(app.providers.inUse?.key).toBe(secret);
  });

  it('stays as it was when the question is declined, or cannot be recorded', async () => {
    const app = await opened();
    app.providers.choose({ model: 'm', ...here });
    await until(() => app.questions.open.length === 1);
    app.questions.settle(app.questions.open[0]?.questionId ?? '', { kind: 'declined' });
    await until(() => app.log.some(({ event }) => event === 'question ended'));
    expect(app.providers.inUse).toBeUndefined();
    const broken = await opened(store, async () => {
      throw new Error('disk full');
    });
    broken.providers.choose({ model: 'm', ...here });
    await until(() => broken.told.length > 0);
    expect(broken.questions.open).toEqual([]);
    expect(broken.providers.inUse).toBeUndefined();
  });

  it('is asked about once at a time, and not at all where it cannot be one', async () => {
    const app = await opened();
    app.providers.choose({ model: 'm', ...here });
    await until(() => app.questions.open.length === 1);
    expect(app.providers.choose({ model: 'm', ...there })).toContain('waits for you');
    expect(app.providers.choose({ kind: 'compatible', model: 'm', address: 'file:///x' })).toContain(
      'cannot be used',
    );
  });

  it('is forgotten with its key', async () => {
    const app = await opened();
    await choose(app, here, secret);
    await app.providers.forget();
    expect([app.providers.inUse, app.providers.view]).toEqual([undefined, null]);
    expect(await fs.readdir(folder)).toEqual(['consents.json']);
  });

  it('whose file was made for another address is used without a key', async () => {
    const app = await opened();
    await choose(app, here, secret);
    await app.consents.setProvider({ kind: 'compatible', model: 'm', address: there.address });
    expect((await opened()).providers.inUse?.key).toBeUndefined();
  });
});

describe('a link', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://example.org/',
    'http://127.0.0.1:8080/delete',
    'app://question/index.html',
    'vscode://x',
    'mailto:a@b.org',
    '',
  ])('to %j is never opened, and not asked about, and that is told', async (url) => {
    const { asking, questions, told } = await opened();
    expect(openLink(asking, url)).toContain('not opened');
    expect(questions.open).toEqual([]);
    expect(told).toHaveLength(1);
  });

  it('is asked about, one at a time, and not opened when declined; the record has its origin alone', async () => {
    const { asking, questions, log, pages } = await opened();
    expect(openLink(asking, 'https://example.org/a?b')).toBeUndefined();
    await until(() => questions.open.length === 1);
    expect(openLink(asking, 'https://example.org/')).toContain('waits for you');
    questions.settle(questions.open[0]?.questionId ?? '', { kind: 'declined' });
    await until(() => log.some(({ event }) => event === 'question ended'));
    expect(log[0]).toMatchObject({ address: { origin: 'https://example.org' } });
    expect(JSON.stringify(log)).not.toContain('a?b');
    expect(pages).toEqual([]);
  });

  it('is opened once it was accepted, and that is on the record', async () => {
    const { asking, questions, log, pages } = await opened();
    openLink(asking, 'https://example.org/a?b');
    await until(() => questions.open.length === 1);
    expect(pages).toEqual([]);
    const accepted = { kind: 'accepted', content: {}, via: 'key' } as const;
    questions.settle(questions.open[0]?.questionId ?? '', accepted);
    await until(() => pages.length === 1);
    expect(pages).toEqual(['https://example.org/a?b']);
    expect(log.map(({ event }) => event)).toEqual(['question asked', 'question ended']);
  });
});

describe('programs with models on this machine', () => {
  const servers: http.Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const listen = async (answer: http.RequestListener): Promise<number> => {
    const server = http.createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  it('are found by what they answer; what answers otherwise is none', async () => {
    const good = await listen((_, response) => response.end('{"data":[{"id":"a\u202e"},{"id":"b"}]}'));
    const other = await listen((_, response) => response.end('<html>'));
    const moved = await listen((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${good}/v1/models` }).end(),
    );
    const silent = await listen(() => {});
    const endless = await listen((_, response) => {
      const more = () => {
        if (!response.destroyed && response.write('x'.repeat(100_000))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const found = await findLocalProviders(
      [good, other, moved, silent, endless, 9].map((port, n) => ({ name: `p${n}`, port })),
    );
    expect(found).toEqual([
      { name: 'p0', address: `http://127.0.0.1:${good}/v1`, models: ['a⟨U+202E⟩', 'b'] },
    ]);
  });
});
