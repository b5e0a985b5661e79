import { describe, expect, it } from 'vitest';
import { outputRemark } from './toolOutput.ts';

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const result = (structured?: unknown) => ({
  isError: false,
  content: [],
  ...(structured === undefined ? {} : { structured }),
});

describe('what a tool returned is held against what it promised, and never thrown away', () => {
  it.each<[string, object | undefined, Parameters<typeof outputRemark>[1], RegExp | undefined]>([
    ['fits', schema, result({ n: 1 }), undefined],
    ['promised nothing', undefined, result({ n: 'x' }), undefined],
    ['does not fit', schema, result({ n: 'x' }), /does not fit/],
    ['is missing', schema, result(), /returned none/],
    ['is an error', schema, { ...result(), isError: true }, undefined],
    [
      'E028: draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', ...schema },
      result({ n: 1 }),
      undefined,
    ],
    [
      'E028: 2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
      result({ n: 1 }),
      undefined,
    ],
    [
      'E028: no dialect at all',
      { $schema: 'https://example.org/none', ...schema },
      result({ n: 1 }),
      /not checked/,
    ],
    ['promised what cannot be read', { $ref: '#/nowhere' }, result({ n: 1 }), /./],
  ])('%s', (_name, promised, returned, remark) => {
    const said = outputRemark(promised, returned);
    if (remark === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(remark);
  });
});
