import { expect, test } from 'vitest';
import { type Outcome, pauseAfter, RETRY_PAUSES_MS } from './retries.ts';

const answer = (status: number): Outcome => ({
  kind: 'answer',
  status,
  contentType: null,
  headers: {},
  content: '',
});
const failure = (final: boolean): Outcome => ({ kind: 'failure', message: 'no', final });

test.each<[what: string, outcome: Outcome, retries: boolean]>([
  ['done', answer(200), false],
  ['accepted', answer(204), false],
  ['a redirect', answer(302), false],
  ['a mistake of ours', answer(400), false],
  ['not found', answer(404), false],
  ['too many requests', answer(429), true],
  ['a broken server', answer(500), true],
  ['a server that is away', answer(503), true],
  ['no answer', failure(false), true],
  ['what cannot be sent', failure(true), false],
])('%s', (_what, outcome, retries) => {
  expect(pauseAfter(outcome, 1) !== null).toBe(retries);
});

test('pauses grow, and the fourth attempt is the last', () => {
  const pauses = [1, 2, 3, 4].map((attempts) => pauseAfter(answer(500), attempts));
  expect(pauses).toEqual([10_000, 60_000, 300_000, null]);
  expect([...RETRY_PAUSES_MS].sort((a, b) => a - b)).toEqual(RETRY_PAUSES_MS);
  expect(pauseAfter(answer(500), 1_000_000)).toBe(null);
});
