/** The provider of the model: which kinds there are, where each is reached, and what goes with a request to it. */
import type { ProviderKind } from '../contract/conversation.ts';
import { readUrl } from './url.ts';

export type Provider = { kind: ProviderKind; model: string; address: string };

const addresses: Record<Exclude<ProviderKind, 'compatible'>, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

export type ReadProvider = { ok: true; provider: Provider } | { ok: false; why: string };

/** An address counts for a compatible one alone: the others are where they are. */
export function readProvider({ kind, model, address }: Provider): ReadProvider {
  const name = model.trim();
  if (name === '') return { ok: false, why: 'Say which model: its name, as the provider writes it.' };
  if (kind !== 'compatible') return { ok: true, provider: { kind, model: name, address: addresses[kind] } };
  const read = readUrl(address.trim(), 'local');
  if (!read.ok) return { ok: false, why: `This address cannot be used: ${read.detail}.` };
  const { search, hash, username, password } = new URL(read.href);
  if (search + hash + username + password !== '')
    return { ok: false, why: 'The address must end with its path, as http://127.0.0.1:11434/v1 does.' };
  return { ok: true, provider: { kind, model: name, address: read.href.replace(/\/+$/, '') } };
}

/** Where a request of the model's page goes: below the accepted address, or nowhere. `path` begins after the page's own. */
export function forwardedTo(address: string, path: string, search: string): string | undefined {
  if (!/^(\/[A-Za-z0-9._~:@%-]+)+$/.test(path) || /\/\.{1,2}(\/|$)|%2e|%2f|%5c/i.test(path)) return undefined;
  const url = new URL(`${address}${path}${search}`);
  const accepted = new URL(address);
  return url.origin === accepted.origin && url.pathname.startsWith(`${accepted.pathname.replace(/\/$/, '')}/`)
    ? url.href
    : undefined;
}

/** Everything else that a page writes into a request stays here, a key of its own above all. */
const passedOn = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta'];

export function headersFor(
  kind: ProviderKind,
  given: Iterable<[string, string]>,
  key: string | undefined,
): Record<string, string> {
  const kept = [...given].filter(([name]) => passedOn.includes(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...(key === undefined ? {} : keyHeader(kind, key)) };
}

function keyHeader(kind: ProviderKind, key: string): Record<string, string> {
  switch (kind) {
    case 'anthropic':
      return { 'x-api-key': key };
    case 'google':
      return { 'x-goog-api-key': key };
    case 'openai':
    case 'compatible':
      return { authorization: `Bearer ${key}` };
    default:
      return kind satisfies never;
  }
}
