/**
 * Which model is reached, where, and with which key. Asked in the question window, where the key is typed; it is kept by
 * the system's key store, bound to its address, and is read by nobody but the one that forwards requests there.
 */
import fs from 'node:fs/promises';
import type { LocalProvider, ProviderView } from '../contract/conversation.ts';
import type { AuditEvent } from '../core/audit.ts';
import type { Field } from '../core/field.ts';
import { isObject, messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import { type Provider, readProvider } from '../core/provider.ts';
import { readUrl } from '../core/url.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { KeyStore } from './auditKey.ts';
import { bounded } from './bounded.ts';
import type { Consents } from './consents.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { InUse } from './providerProxy.ts';
import type { Questions } from './questions.ts';

export type ModelProviderDeps = {
  questions: Questions;
  consents: Consents;
  store: KeyStore;
  /** Where the encrypted key is. */
  file: string;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string) => void;
  changed: () => void;
};

type Key = { address: string; key: string };

export class ModelProvider {
  #key: Key | undefined;
  #keptIn: ProviderView['key'] = 'none';

  constructor(private readonly deps: ModelProviderDeps) {}

  /** Takes up the key that was kept. */
  async start(): Promise<void> {
    const read = await readJson(this.deps.file);
    const encrypted = read.kind === 'read' && isObject(read.json) ? read.json.key : undefined;
    if (typeof encrypted !== 'string' || !this.deps.store.isEncryptionAvailable()) return;
    try {
      this.#key = JSON.parse(this.deps.store.decryptString(Buffer.from(encrypted, 'base64'))) as Key;
      this.#keptIn = 'key store';
    } catch (error) {
      this.deps.tell(
        `The key of your model could not be read (${messageOf(error)}). Choose the model again.`,
      );
    }
  }

  /** A key goes to the address that it was typed for, and to no other. */
  get inUse(): InUse | undefined {
    const { provider } = this.deps.consents;
    if (provider === undefined) return undefined;
    return { provider, key: this.#key?.address === provider.address ? this.#key.key : undefined };
  }

  get view(): ProviderView | null {
    const using = this.inUse;
    if (using === undefined) return null;
    const { kind, model, address } = using.provider;
    return {
      ...{ kind, model: markLine(model), address: markLine(address) },
      key: using.key === undefined ? 'none' : this.#keptIn,
    };
  }

  /** Why it cannot be asked about, or undefined: then it is being asked. */
  choose(wanted: Provider): string | undefined {
    const read = readProvider(wanted);
    if (!read.ok) return read.why;
    if (this.deps.questions.open.some(({ body }) => body.kind === 'provider'))
      return 'Another model waits for you.';
    void this.#ask(read.provider).catch((error: unknown) =>
      this.deps.tell(`Not recorded, so the model stays as it was: ${messageOf(error)}`),
    );
    return undefined;
  }

  async forget(): Promise<void> {
    await this.#forgetKey();
    await this.deps.record({ event: 'provider accepted', provider: '', model: '', address: '' });
    await this.deps.consents.setProvider(undefined);
    this.deps.changed();
  }

  async #ask(provider: Provider): Promise<void> {
    const { consents, store } = this.deps;
    const address = readUrl(provider.address, 'local');
    if (!address.ok) return this.deps.tell(`The address cannot be used: ${address.detail}`);
    const before = consents.provider?.address;
    const ended = await askOnRecord(this.deps, {
      serverId: 'model',
      server: { name: 'the model', address: markLine(provider.address) },
      ...{ callIds: [], tools: [], again: false, limitMs: limits.permissionMs, wantsKey: true },
      body: {
        kind: 'provider',
        model: markLine(provider.model),
        address: address.address,
        keptIn: store.isEncryptionAvailable() ? 'key store' : 'memory',
        ...(before === undefined || before === provider.address ? {} : { before: markLine(before) }),
        fields: [keyField(provider)],
      },
    });
    if (ended.kind !== 'accepted') return;
    const key = ended.content?.key;
    if (typeof key === 'string') await this.#keep({ address: provider.address, key });
    else if (this.#key?.address !== provider.address) await this.#forgetKey();
    await this.deps.record({
      event: 'provider accepted',
      provider: provider.kind,
      model: provider.model,
      address: new URL(provider.address).origin,
    });
    await consents.setProvider(provider);
    this.deps.changed();
  }

  async #forgetKey(): Promise<void> {
    this.#key = undefined;
    this.#keptIn = 'none';
    await fs.rm(this.deps.file, { force: true });
  }

  async #keep(key: Key): Promise<void> {
    const { store, file } = this.deps;
    if (store.isEncryptionAvailable()) {
      const encrypted = store.encryptString(JSON.stringify(key)).toString('base64');
      await writeJson(file, { version: 1, key: encrypted });
    }
    this.#keptIn = store.isEncryptionAvailable() ? 'key store' : 'memory';
    this.#key = key;
  }
}

/** A model on this computer needs none; leaving it empty keeps the one that is there. */
const keyField = ({ kind }: Provider): Field => ({
  ...{ id: 'f0', name: 'key', title: 'Key', required: false },
  description:
    kind === 'compatible'
      ? 'As the provider gave it to you; a model on this computer needs none.'
      : 'As the provider gave it to you. Left empty, the one that is kept for this address stays.',
  control: { kind: 'text', secret: true },
});

const local = [
  { name: 'Ollama', port: 11_434 },
  { name: 'LM Studio', port: 1_234 },
  { name: 'llama.cpp', port: 8_080 },
];

/** What answers on this computer as such a provider does. Asks loopback alone. */
export async function findLocalProviders(ports = local): Promise<LocalProvider[]> {
  const found = await Promise.all(
    ports.map(async ({ name, port }) => {
      const address = `http://127.0.0.1:${port}/v1`;
      const models = await modelsAt(address);
      return models === undefined ? [] : [{ name, address, models: models.map(markLine) }];
    }),
  );
  return found.flat();
}

async function modelsAt(address: string): Promise<string[] | undefined> {
  try {
    const reply = await fetch(`${address}/models`, { redirect: 'error', signal: AbortSignal.timeout(1_000) });
    const body = reply.ok ? await bounded(reply.body, 1_000_000) : undefined;
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    const data = isObject(json) && Array.isArray(json.data) ? json.data : undefined;
    return data?.flatMap((model: unknown) => (isObject(model) ? [String(model.id)] : [])).slice(0, 200);
  } catch {
    // Nobody there, or somebody else: that is the answer.
    return undefined;
  }
}
