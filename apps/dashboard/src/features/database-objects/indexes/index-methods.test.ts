import { expect, it } from 'vitest';
import { indexMethods, operatorClasses } from './index-methods.ts';

const names = (choices: { value: string }[]) => choices.map(({ value }) => value);

it.each([
  [[], false],
  [[{ name: 'vector', schema: null }], false],
  [[{ name: 'vector', schema: 'extensions' }], true],
])('indexes of vectors are offered where there are vectors: %o', (extensions, isThere) => {
  expect(names(indexMethods(extensions)).includes('hnsw')).toBe(isThere);
  expect(names(indexMethods(extensions)).includes('ivfflat')).toBe(isThere);
  expect(operatorClasses('hnsw', extensions).length > 0).toBe(isThere);
});

it('the distances are named with the schema of the extension, for these methods only', () => {
  const extensions = [{ name: 'vector', schema: 'My ext' }];
  expect(names(operatorClasses('ivfflat', extensions))).toEqual([
    '"My ext".vector_cosine_ops',
    '"My ext".vector_l2_ops',
    '"My ext".vector_ip_ops',
  ]);
  expect(operatorClasses('gist', extensions)).toEqual([]);
});
