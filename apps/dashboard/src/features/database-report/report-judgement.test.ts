import { expect, it } from 'vitest';
import { judgeConnections, judgeHits, percent } from './report-judgement.ts';

it.each([
  [null, 'plain'],
  [1, 'ok'],
  [0.99, 'ok'],
  [0.97, 'warn'],
  [0.5, 'danger'],
])('a hit rate of %s is %s', (share, expected) => expect(judgeHits(share)).toBe(expected));

it('warns before the connections run out', () => {
  expect(judgeConnections({ used: 10, max: 60 })).toBe('plain');
  expect(judgeConnections({ used: 48, max: 60 })).toBe('warn');
  expect(judgeConnections({ used: 60, max: 60 })).toBe('danger');
});

it('says a hundred percent only when nothing is missing', () => {
  expect(percent(1)).toBe('100 %');
  expect(percent(0.99999)).toBe('99.9 %');
  expect(percent(0)).toBe('0.0 %');
});
