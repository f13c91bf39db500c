import { expect, it } from 'vitest';
import { progressOf } from './change-jwt-secret.ts';

it.each([
  ['running', ['running', 'waiting'], 0],
  ['running', ['done', 'running'], 50],
  // The last step is done, but the operation is not: people must not read that it is over.
  ['running', ['done', 'done'], 99],
  ['done', ['done', 'done'], 100],
  ['failed', ['done', 'failed'], 50],
  ['failed', [], 0],
] as const)('a change that is %s with steps %j is at %i percent', (state, steps, percent) => {
  expect(progressOf(state, steps)).toBe(percent);
});
