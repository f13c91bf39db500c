import { expect, it } from 'vitest';
import { findRelation } from './find-relation.ts';
import { cacheOf, relationOf } from './schema-cache-for-test.ts';

const cache = cacheOf({
  relations: [
    relationOf('factories'),
    relationOf('Factories 2'),
    relationOf('secrets', { schema: 'private' }),
  ],
});

it('finds a relation by its exact name', () => {
  expect(findRelation(cache, 'public', 'factories')).toBe(cache.relations.get('public')?.get('factories'));
});

it.each([
  ['factorise', "Perhaps you meant the table 'public.factories'"],
  ['FACTORIES', "Perhaps you meant the table 'public.factories'"],
  ['fact', null],
  ['secrets', null],
  ['', null],
  ['x'.repeat(100_000), null],
])('does not find %s', (name, hint) => {
  const message = `Could not find the table 'public.${name}' in the schema cache`;
  expect(() => findRelation(cache, 'public', name)).toThrow(
    expect.objectContaining({ status: 404, code: 'PGRST205', message, hint, details: null }),
  );
});
