import { describe, expect, it } from 'vitest';
import { readElicitation } from './elicitation.ts';
import { limits } from './limits.ts';

const read = (params: unknown) => readElicitation(params, () => true, 'local');
const schema = { type: 'object', properties: { a: { type: 'string' } } };

describe('a question is read', () => {
  it.each([
    ['with a mode', { mode: 'form', message: 'm', requestedSchema: schema }],
    ['without a mode', { message: 'm', requestedSchema: schema }],
    [
      'with more than we know',
      { message: 'm', requestedSchema: schema, _meta: { progressToken: 0, autoAccept: true } },
    ],
  ])('%s', (_name, params) => {
    expect(read(params)).toMatchObject({ ok: true, elicitation: { message: 'm', fields: [{ name: 'a' }] } });
  });

  it('without a schema, as one without fields', () => {
    expect(read({ message: 'm' })).toEqual({
      ok: true,
      elicitation: { kind: 'form', message: 'm', fields: [] },
    });
  });

  it('with an address, and the id that its server knows it by', () => {
    const params = { mode: 'url', message: 'm', url: 'https://a.example.org/x', elicitationId: 'e' };
    expect(read(params)).toMatchObject({
      elicitation: { kind: 'url', message: 'm', href: params.url, elicitationId: 'e' },
    });
  });

  it('in URL mode it may speak of passwords: the browser is the place for them', () => {
    expect(read({ mode: 'url', message: 'Enter your password there', url: 'https://example.org' }).ok).toBe(
      true,
    );
  });

  it('with its unseen characters marked', () => {
    expect(read({ message: 'a\u202Eb' })).toMatchObject({ elicitation: { message: 'a⟨U+202E⟩b' } });
  });
});

describe('a question is refused', () => {
  it.each<[string, unknown, string]>([
    ['that is no object', 'x', 'malformed'],
    ['without a message', { requestedSchema: schema }, 'malformed'],
    ['whose message is no text', { message: 1 }, 'malformed'],
    [
      'E082: with an address that is never opened',
      { mode: 'url', message: 'm', url: 'javascript:1' },
      'address',
    ],
    ['without an address', { mode: 'url', message: 'm' }, 'address'],
    [
      'whose id is no text',
      { mode: 'url', message: 'm', url: 'https://example.org', elicitationId: 1 },
      'malformed',
    ],
    ['of an unknown mode', { mode: 'voice', message: 'm' }, 'malformed'],
    ['whose message is too large', { message: 'é'.repeat(limits.messageBytes / 2 + 1) }, 'unsupported'],
    ['that cannot be drawn', { message: 'm', requestedSchema: { type: 'array' } }, 'unsupported'],
    [
      'with a password by name',
      { message: 'm', requestedSchema: { properties: { password: { type: 'string' } } } },
      'secret',
    ],
    [
      'with a password by format',
      { message: 'm', requestedSchema: { properties: { a: { type: 'string', format: 'password' } } } },
      'secret',
    ],
    [
      'with a key by description',
      {
        message: 'm',
        requestedSchema: { properties: { a: { type: 'string', description: 'Paste your API key' } } },
      },
      'secret',
    ],
    ['with a secret in its message', { message: 'Please enter your PIN', requestedSchema: schema }, 'secret'],
  ])('%s', (_name, params, kind) => {
    expect(read(params)).toMatchObject({ ok: false, refusal: { kind } });
  });

  it('but not for a secret in its message when nothing can be typed', () => {
    expect(read({ message: 'Rotate the API key?' }).ok).toBe(true);
    expect(
      read({ message: 'Store the password?', requestedSchema: { properties: { ok: { type: 'boolean' } } } })
        .ok,
    ).toBe(true);
  });
});
