import { describe, expect, it } from 'vitest';
import { findQueryFunction } from './find-query-function.ts';
import { cacheOf, functionOf } from './schema-cache-for-test.ts';

const cache = cacheOf({
  functions: [
    functionOf('films', 'year integer, genre text?'),
    functionOf('films', 'id integer'),
    functionOf('everything'),
    functionOf('sum_up', 'numbers integer[]*'),
  ],
});

function find(name: string, query: string) {
  const parameters = [...new URLSearchParams(query)].map(([key, value]) => ({ name: key, value }));
  const found = findQueryFunction(cache, 'public', name, parameters);
  const list = (part: readonly { name: string; value: string }[]) =>
    part.map((one) => `${one.name}=${one.value}`);
  return [found.function.arguments.length, list(found.arguments), list(found.filters)];
}

describe('findQueryFunction', () => {
  it.each([
    ['films', 'year=1999', [2, ['year=1999'], []]],
    [
      'films',
      'year=1999&title=eq.Matrix&rating=not.in.(1,2)',
      [2, ['year=1999'], ['title=eq.Matrix', 'rating=not.in.(1,2)']],
    ],
    ['films', 'year=1999&genre=eq.noir', [2, ['year=1999', 'genre=eq.noir'], []]],
    ['films', 'year=1999&year=gt.2', [2, ['year=1999'], ['year=gt.2']]],
    ['films', 'year=1999&id=eq.3', [2, ['year=1999'], ['id=eq.3']]],
    ['films', 'id=3', [1, ['id=3'], []]],
    [
      'everything',
      'a=fts(english).cat&b=like(any).{x}&c=is.null',
      [0, [], ['a=fts(english).cat', 'b=like(any).{x}', 'c=is.null']],
    ],
    ['sum_up', 'numbers=1&numbers=2', [1, ['numbers=1', 'numbers=2'], []]],
    ['sum_up', '', [1, [], []]],
  ])('%s?%s', (name, query, expected) => {
    expect(find(name, query)).toEqual(expected);
  });

  it.each([
    [
      'films',
      'yaer=1999',
      'public.films(yaer)',
      'Perhaps you meant to call the function public.films(year, genre)',
    ],
    ['everything', 'a=1', 'public.everything(a)', 'Perhaps you meant to call the function public.everything'],
    [
      'everythin',
      'a=eq.1',
      'public.everythin without parameters',
      'Perhaps you meant to call the function public.everything',
    ],
  ])('%s?%s is a misspelling', (name, query, called, hint) => {
    const message = `Could not find the function ${called} in the schema cache`;
    expect(() => find(name, query)).toThrow(expect.objectContaining({ code: 'PGRST202', message, hint }));
  });
});
