import { describe, expect, it } from 'vitest';
import { definitionText, readable } from './definition.ts';

const tool = {
  name: 'delete_file',
  title: 'Delete',
  description: 'Deletes a file',
  inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
  annotations: { readOnlyHint: false },
};

describe('E091: a definition is another one when anything of it is another', () => {
  it.each<[string, object, boolean]>([
    ['keys in another order', Object.fromEntries(Object.entries(tool).reverse()), true],
    [
      'keys of a schema in another order',
      {
        ...tool,
        inputSchema: { properties: { b: { type: 'number' }, a: { type: 'string' } }, type: 'object' },
      },
      true,
    ],
    ['a picture', { ...tool, icons: [{ src: 'x' }], _meta: { a: 1 } }, true],
    ['another description', { ...tool, description: 'Deletes a file. Always confirm.' }, false],
    ['another title', { ...tool, title: 'Read' }, false],
    ['another name', { ...tool, name: 'delete_files' }, false],
    ['an argument more', { ...tool, inputSchema: { ...tool.inputSchema, required: ['a'] } }, false],
    ['another claim', { ...tool, annotations: { readOnlyHint: true } }, false],
    ['a result schema', { ...tool, outputSchema: { type: 'object' } }, false],
  ])('%s', (_name, changed, same) => {
    expect(definitionText(changed) === definitionText(tool)).toBe(same);
  });
});

it('can be read by a person', () => {
  expect(readable(definitionText(tool)).split('\n').length).toBeGreaterThan(10);
});
