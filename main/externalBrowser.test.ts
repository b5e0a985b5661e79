import { beforeEach, expect, it, vi } from 'vitest';

const opened = vi.hoisted(() => ({ urls: [] as string[] }));
vi.mock('electron', () => ({ shell: { openExternal: async (url: string) => void opened.urls.push(url) } }));

const { openExternal } = await import('./externalBrowser.ts');

beforeEach(() => {
  opened.urls = [];
});

it('E082: opens what it is given in canonical form', async () => {
  await openExternal('https://example.org/a?b', 'remote');
  expect(opened.urls).toEqual(['https://example.org/a?b']);
});

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://example.org/',
  'https:\\\\example.org',
  ' https://example.org/',
  'https://example.org',
])('E082: whoever asks, it does not open %j', async (href) => {
  await expect(openExternal(href, 'local')).rejects.toThrow();
  expect(opened.urls).toEqual([]);
});

it('opens no page of this machine for a server elsewhere', async () => {
  await expect(openExternal('http://127.0.0.1:80/', 'remote')).rejects.toThrow();
  expect(opened.urls).toEqual([]);
});
