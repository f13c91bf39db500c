import { contract } from '@basalt/contract';
import { expect, test } from 'vitest';
import { keyNameProblem } from './key-name-problem.ts';

const input = contract.apiKeys.v1Create['~orpc'].inputSchema;

test.each([
  ['web_app', null],
  ['_internal2', null],
  ['x'.repeat(64), null],
  ['', 'Enter a name.'],
  ['web', 'Use at least 4 characters.'],
  ['x'.repeat(65), 'Use at most 64 characters.'],
  ['2nd_app', 'Begin with a letter or _.'],
  ['Web app', 'Use lower-case letters, digits and _.'],
  ['wéb_app', 'Use lower-case letters, digits and _.'],
])('%j: %s', (name, problem) => {
  expect(keyNameProblem(name)).toBe(problem);
  // The wire refuses exactly the same names.
  const body = { type: 'secret', name };
  expect(input?.safeParse({ params: { ref: 'a'.repeat(20) }, query: {}, body }).success).toBe(
    problem === null,
  );
});
