import { expect, it } from 'vitest';
import { KEPT_QUERIES, type PastQuery, queryHistory, withQuery } from './query-history.ts';

const past = (query: string): PastQuery => ({
  query,
  variables: '',
  at: 0,
  milliseconds: 1,
  status: 200,
  errors: 0,
  as: 'anon',
});
const texts = (history: readonly PastQuery[]) => history.map(({ query }) => query);

it('puts the newest first, and each text once', () =>
  expect(texts(withQuery([past('a'), past('b')], past('b')))).toEqual(['b', 'a']));

it('keeps no more than it should', () => {
  const full = Array.from({ length: KEPT_QUERIES }, (_, i) => past(`q${i}`));
  expect(withQuery(full, past('new'))).toHaveLength(KEPT_QUERIES);
  const long = Array.from({ length: 30 }, (_, i) => past(`${i}`.padEnd(19_000, 'x')));
  expect(withQuery(long, past('new')).length).toBeLessThan(20);
  expect(withQuery([past('a')], past('x'.repeat(20_001)))).toEqual([past('a')]);
});

it('survives a storage that holds something else', () =>
  expect(queryHistory.parse([1, null, { query: 1 }, past('ok')])).toEqual([past('ok')]));
