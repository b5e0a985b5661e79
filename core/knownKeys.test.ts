import { describe, expect, it } from 'vitest';
import { keyIn } from './knownKeys.ts';

// Assembled here, so that no scanner of sources takes them for real ones.
const of = (...parts: string[]) => parts.join('');

describe('what has the shape of a known kind of key', () => {
  it.each<[string, string]>([
    [of('AKIA', 'IOSFODNN7EXAMPLE'), 'an AWS access key'],
    [of('ghp', '_', 'a'.repeat(36)), 'a GitHub token'],
    [of('github', '_pat_', 'A1'.repeat(15)), 'a GitHub token'],
    [of('glpat', '-', 'x'.repeat(20)), 'a GitLab token'],
    [of('sk', '-ant-', 'b'.repeat(40)), 'an Anthropic key'],
    [of('sk', '-proj-', 'c'.repeat(40)), 'an OpenAI key'],
    [of('AIza', 'd'.repeat(35)), 'a Google API key'],
    [of('xoxb', '-1234567890-abc'), 'a Slack token'],
    [of('sk', '_live_', 'e'.repeat(24)), 'a Stripe key'],
    [of('npm', '_', 'f'.repeat(36)), 'an npm token'],
    [of('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxIn0xx', '.', 'c2lnbmF0dXJl'), 'a signed token (JWT)'],
    [of('-----BEGIN ', 'OPENSSH PRIVATE KEY-----\nabc'), 'a private key'],
    ['4111 1111 1111 1111', 'a card number'],
    ['my card: 4111-1111-1111-1111, thanks', 'a card number'],
    [of('before ', 'ghp', '_', 'a'.repeat(36), ' after'), 'a GitHub token'],
  ])('%s', (text, kind) => {
    expect(keyIn(text)).toBe(kind);
  });

  it.each([
    'notes.txt',
    'No longer needed',
    'sk-8 is a road',
    'AKIA is a company',
    'github_pat',
    'eyJ.eyJ.x',
    '4111 1111 1111 1112',
    '2026-10-05 14:30:00.123456',
    '0123456789012345',
    '123456789012345678901234567890',
    '978-3-16-148410-0',
    'task-list-of-the-whole-department-2026',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('“%s” is not', (text) => {
    expect(keyIn(text)).toBeUndefined();
  });
});
