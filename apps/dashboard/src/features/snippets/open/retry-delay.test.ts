import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.ts';

it.each([
  ['no answer', 0, 1, 2_000],
  ['no answer, again', 0, 3, 8_000],
  ['a server that is down for hours', 503, 40, 60_000],
  ['too many requests', 429, 1, 2_000],
  ['a session that has ended', 401, 1, 2_000],
  ['a text that is too large', 413, 1, null],
  ['somebody else’s snippet', 403, 1, null],
  ['a text that is refused', 400, 2, null],
])('after %s', (_, status, failures, delay) => {
  expect(retryDelay(status, failures)).toBe(delay);
});
