import { expect, it } from 'vitest';
import { catalogueOf } from './catalogue.ts';
import type { Offer } from './offer.ts';

const offer = (name: string, more: Partial<Offer> = {}): Offer => ({
  ...{ method: 'tools/call', name, inputSchema: { type: 'object' }, definition: '', claimsReadOnly: false },
  ...more,
});

it('each tool has a name that providers take, and no two the same', () => {
  const tools = [
    'delete_file',
    'delete file',
    'delete.file',
    'löschen',
    'x'.repeat(200),
    `${'x'.repeat(200)}y`,
  ];
  const entries = catalogueOf([
    { serverId: 'my files', offers: tools.map((name) => offer(name)) },
    { serverId: 'my.files', offers: tools.map((name) => offer(name)) },
  ]);
  expect(entries).toHaveLength(12);
  for (const { name } of entries) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(12);
  expect(entries.map(({ serverId, tool }) => [serverId, tool])).toContainEqual(['my.files', 'delete_file']);
});

it('prompts and resources are not in it, and a schema that is none is an object', () => {
  const entries = catalogueOf([
    {
      serverId: 's',
      offers: [offer('p', { method: 'prompts/get' }), offer('t', { inputSchema: 7, description: 'Does it' })],
    },
  ]);
  expect(entries).toMatchObject([
    {
      name: 's__t',
      tool: 't',
      inputSchema: { type: 'object' },
      description: '“t” on the server “s”. Does it',
    },
  ]);
});
