import { describe, expect, it } from 'vitest';
import { readUrl } from './url.ts';

const opened = (raw: string, asker: 'local' | 'remote' = 'local') => {
  const read = readUrl(raw, asker);
  if (!read.ok) throw new Error(read.detail);
  return read;
};

describe('E082: what can be opened, in its canonical form', () => {
  it.each<[string, string]>([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['https:\\\\example.com', 'https://example.com/'],
    ['  https://example.com', 'https://example.com/'],
    ['https://exa\tmple.com/\n', 'https://example.com/'],
    ['HTTPS://EXAMPLE.COM:443/', 'https://example.com/'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
  ])('%s → %s', (raw, href) => {
    expect(opened(raw).href).toBe(href);
  });

  it.each<[unknown]>([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['smb://host/share'],
    ['smb://127.0.0.1/share'],
    ['ftp://localhost/'],
    ['ms-msdt:/id'],
    ['vscode://file/x'],
    ['mailto:a@example.com'],
    ['blob:https://example.com/1'],
    ['http://example.com/'],
    ['http://127.0.0.1.example.com/'],
    ['http://localhost.example.com/'],
    ['https://example.com:99999/'],
    ['https://'],
    ['example.com'],
    [''],
    [undefined],
    [7],
    [`https://example.com/${'a'.repeat(9_000)}`],
  ])('%s is refused', (raw) => {
    expect(readUrl(raw, 'local').ok).toBe(false);
  });

  it('a page of this machine is not opened for a server elsewhere', () => {
    expect(readUrl('http://127.0.0.1:8080/', 'remote').ok).toBe(false);
    expect(readUrl('https://example.com/', 'remote').ok).toBe(true);
  });
});

describe('E083: the registrable domain is set off from the rest', () => {
  it.each<[string, string, string, string]>([
    ['https://example.com/a', 'https://', 'example.com', '/a'],
    ['https://login.bank.com.evil.example/x', 'https://login.bank.com.', 'evil.example', '/x'],
    ['https://shop.example.co.uk/', 'https://shop.', 'example.co.uk', '/'],
    ['https://mine.github.io/', 'https://', 'mine.github.io', '/'],
    ['https://apple.com@evil.example/', 'https://apple.com@', 'evil.example', '/'],
    ['https://a:b@evil.example:8443/p@q', 'https://a:b@', 'evil.example', ':8443/p@q'],
    ['https://evil.example/https://evil.example/', 'https://', 'evil.example', '/https://evil.example/'],
    ['https://10.0.0.1/', 'https://', '10.0.0.1', '/'],
    ['https://[2001:db8::1]:8443/', 'https://', '[2001:db8::1]', ':8443/'],
    ['http://localhost:3000/', 'http://', 'localhost', ':3000/'],
    [`https://${'a.'.repeat(60)}evil.example/`, `https://${'a.'.repeat(60)}`, 'evil.example', '/'],
  ])('%s', (raw, before, domain, after) => {
    expect(opened(raw).address).toMatchObject({ before, domain, after });
  });
});

describe('E083: what deserves a second look is said', () => {
  it.each<[string, RegExp[]]>([
    ['https://example.com/', []],
    ['https://bücher.example/', [/beyond a to z.*bücher/]],
    ['https://xn--80ak6aa92e.com/', [/beyond a to z/]],
    ['https://аpple.com/', [/beyond a to z/, /several scripts/]],
    ['https://apple.com@evil.example/', [/before “@”/]],
    ['https://93.184.216.34/', [/bare number/]],
    ['https://10.1.2.3/', [/bare number/, /own network/]],
    ['https://printer.local/', [/own network/]],
    ['https://[fd00::1]/', [/bare number/, /own network/]],
    ['http://127.0.0.1:8080/', [/this computer/, /plain http/]],
    ['https://example.com:8443/', [/unusual port \(8443\)/]],
    ['https://example.com./', [/ends in a dot/]],
    ['https:\\\\example.com', [/unusual way/]],
  ])('%s', (raw, expected) => {
    const { warnings } = opened(raw).address;
    expect(warnings).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(warnings[index]).toMatch(pattern);
  });

  it('both spellings of a look-alike name are shown', () => {
    const { address } = opened('https://аррӏе.com/login');
    expect(address.domain).toBe('xn--80ak6aa92e.com');
    expect(address.readsAs).toBe('аррӏе.com');
  });
});
