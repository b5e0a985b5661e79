/**
 * An address that a server wants opened → what the person is shown before anything is opened, or why it never
 * will be. What is shown is what is opened: the canonical form, in which a look-alike name is spelled in ASCII.
 */
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { AddressView } from '../contract/view.ts';
import { limits } from './limits.ts';
import { markLine } from './plainText.ts';

export type ReadUrl = { ok: true; href: string; address: AddressView } | { ok: false; detail: string };

/** `asker`: a program on this machine, or a server on loopback, may show a page of this machine; no other may. */
export function readUrl(raw: unknown, asker: 'local' | 'remote'): ReadUrl {
  if (typeof raw !== 'string') return no('it names no address');
  if (raw.length > limits.urlCharacters)
    return no(`its address is longer than ${limits.urlCharacters} characters`);
  if (!URL.canParse(raw)) return no('its address is not a valid one');
  const url = new URL(raw);
  const refused = whyNeverOpened(url, asker);
  if (refused !== undefined) return no(refused);
  const host = parse(url.hostname, { allowPrivateDomains: true });
  return {
    ok: true,
    href: url.href,
    address: {
      ...setOff(url, host.domain),
      ...spelled(url.hostname),
      warnings: warningsAbout(url, raw, host.isIp),
    },
  };
}

const no = (detail: string): ReadUrl => ({ ok: false, detail });

function whyNeverOpened(url: URL, asker: 'local' | 'remote'): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:')
    return `its address starts with “${markLine(url.protocol)}”, which is never opened`;
  if (!isLoopback(url.hostname))
    return 'its address is plain http, which anybody on the way can read and change';
  return asker === 'local' ? undefined : 'it is a server elsewhere and wants a page of this machine opened';
}

/** By its literal name or number; what a name stands for is never looked up. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Where a server or a collector may be: nobody on the way can read or change what is sent there. */
export function isAllowedAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** The part of the host that somebody registered, and what stands before and after it. */
function setOff(url: URL, registrable: string | null): Pick<AddressView, 'before' | 'domain' | 'after'> {
  const domain = registrable ?? url.hostname;
  const from = url.href.lastIndexOf('@', url.href.indexOf(url.pathname, url.protocol.length + 2));
  const hostAt = url.href.indexOf(url.host, Math.max(from, url.protocol.length + 2));
  const at = hostAt + url.hostname.length - domain.length;
  return { before: url.href.slice(0, at), domain, after: url.href.slice(at + domain.length) };
}

/** The name as it would be read, where that is not how it is spelled. */
function spelled(hostname: string): Pick<AddressView, 'readsAs'> {
  const readsAs = domainToUnicode(hostname);
  return readsAs === '' || readsAs === hostname ? {} : { readsAs: markLine(readsAs) };
}

function warningsAbout(url: URL, raw: string, isIp: boolean | null): string[] {
  const readsAs = domainToUnicode(url.hostname);
  const loopback = isLoopback(url.hostname);
  return [
    url.username !== '' || url.password !== ''
      ? 'It begins with a name before “@”, which can pass for the address of another site.'
      : '',
    /(^|\.)xn--/.test(url.hostname)
      ? `Its name has letters beyond a to z (it reads as “${markLine(readsAs)}”) and may imitate another.`
      : '',
    mixesScripts(readsAs) ? 'Its name mixes letters of several scripts, as imitations do.' : '',
    isIp === true && !loopback ? 'It is a bare number, not the name of a site.' : '',
    isPrivate(url.hostname) ? 'It is inside your own network.' : '',
    loopback ? 'It is a page of this computer, shown by a program that runs on it.' : '',
    url.protocol === 'http:' ? 'It is not encrypted (plain http).' : '',
    url.port !== '' && !loopback ? `It uses an unusual port (${url.port}).` : '',
    url.hostname.endsWith('.') ? 'Its name ends in a dot.' : '',
    isWrittenOddly(raw)
      ? 'The server wrote it in an unusual way; what is shown here is what would be opened.'
      : '',
  ].filter((warning) => warning !== '');
}

const isWrittenOddly = (raw: string): boolean => /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(raw);

/** Latin with Cyrillic, for one; letters that Japanese, Korean and Chinese names are mixed of count as one script. */
function mixesScripts(name: string): boolean {
  return name.split('.').some((label) => {
    const found = scripts.filter((script) => script.test(label));
    return found.length > 1;
  });
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

/** RFC 1918, link-local, shared and unique local addresses, and names that only a local network knows. */
function isPrivate(hostname: string): boolean {
  if (/\.(local|internal|lan|home|corp|intranet|home\.arpa)\.?$/.test(hostname)) return true;
  if (/^\[(f[cd]|fe[89ab])/i.test(hostname)) return true;
  const [a, b] = hostname.split('.').map(Number);
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) || a === undefined || b === undefined) return false;
  return (
    a === 10 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127)
  );
}
