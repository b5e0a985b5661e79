import { describe, expect, it } from 'vitest';
import { forwardedTo, headersFor, readProvider } from './provider.ts';

describe('a provider is read', () => {
  it.each([
    ['anthropic', 'https://api.anthropic.com/v1'],
    ['openai', 'https://api.openai.com/v1'],
    ['google', 'https://generativelanguage.googleapis.com/v1beta'],
  ] as const)('%s, which is where it is, whatever address came with it', (kind, address) => {
    expect(readProvider({ kind, model: ' m ', address: 'https://evil.example' })).toEqual({
      ok: true,
      provider: { kind, model: 'm', address },
    });
  });

  it.each([
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1'],
    ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
    ['https://models.example.org/api', 'https://models.example.org/api'],
  ])('a compatible one at %s', (address, read) => {
    expect(readProvider({ kind: 'compatible', model: 'm', address })).toMatchObject({
      provider: { address: read },
    });
  });

  it.each([
    ['http://models.example.org/v1', /plain http/],
    ['file:///etc', /cannot be used/],
    ['http://127.0.0.1:1/v1?key=x', /end with its path/],
    ['https://me:pw@models.example.org/v1', /./],
    ['', /cannot be used/],
  ])('not one at “%s”', (address, why) => {
    const read = readProvider({ kind: 'compatible', model: 'm', address });
    expect(read).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });

  it('not without a model', () => {
    expect(readProvider({ kind: 'openai', model: ' ', address: '' })).toMatchObject({ ok: false });
  });
});

describe('a request of the page goes', () => {
  const address = 'http://127.0.0.1:11434/v1';
  it.each([
    ['/chat/completions', '', 'http://127.0.0.1:11434/v1/chat/completions'],
    [
      '/models/gemini-pro:streamGenerateContent',
      '?alt=sse',
      'http://127.0.0.1:11434/v1/models/gemini-pro:streamGenerateContent?alt=sse',
    ],
  ])('below the accepted address (%s)', (path, search, to) => {
    expect(forwardedTo(address, path, search)).toBe(to);
  });

  it.each([
    '',
    '/',
    '/../api',
    '/a/../../b',
    '/%2e%2e/api',
    '/..%2fapi',
    '//evil.example/x',
    '/a\\b',
    '/@evil.example',
    '/a b',
  ])('nowhere from “%s”', (path) => {
    const to = forwardedTo(address, path, '');
    if (to !== undefined) expect(to.startsWith(`${address}/`)).toBe(true);
    if (path !== '/@evil.example') expect(to).toBeUndefined();
  });
});

it.each([
  ['anthropic', { 'x-api-key': 'k' }],
  ['openai', { authorization: 'Bearer k' }],
  ['compatible', { authorization: 'Bearer k' }],
  ['google', { 'x-goog-api-key': 'k' }],
] as const)('%s gets the key as it wants it, and nothing that a page made up', (kind, header) => {
  const given: [string, string][] = [
    ['content-type', 'application/json'],
    ['Authorization', 'Bearer stolen'],
    ['x-api-key', 'stolen'],
    ['x-goog-api-key', 'stolen'],
    ['cookie', 'a=b'],
    ['x-forwarded-for', '1.2.3.4'],
  ];
  expect(headersFor(kind, given, 'k')).toEqual({ 'content-type': 'application/json', ...header });
  expect(headersFor(kind, given, undefined)).toEqual({ 'content-type': 'application/json' });
});
