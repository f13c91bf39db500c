import { contract } from '@basalt/contract';
import { expect, test } from 'vitest';
import { jwtSecretProblem, keyNameProblem } from './key-problems.ts';

const input = contract.jwtSecret.update['~orpc'].inputSchema;

test.each([
  ['x'.repeat(32), null],
  ['x'.repeat(512), null],
  [`${'x'.repeat(31)} !`, null],
  ['', 'Enter a secret, or have one generated.'],
  ['x'.repeat(31), 'Use at least 32 characters.'],
  ['x'.repeat(513), 'Use at most 512 characters.'],
  ['é'.repeat(40), 'Use plain letters, digits and signs, on one line.'],
  [`${'x'.repeat(40)}\n`, 'Use plain letters, digits and signs, on one line.'],
])('%j: %s', (jwt_secret, problem) => {
  expect(jwtSecretProblem(jwt_secret)).toBe(problem);
  // The wire refuses exactly the same secrets.
  expect(input?.safeParse({ ref: 'a'.repeat(20), jwt_secret }).success).toBe(problem === null);
});

const keyNameProblemInput = contract.apiKeys.v1Create['~orpc'].inputSchema;

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
  expect(keyNameProblemInput?.safeParse({ params: { ref: 'a'.repeat(20) }, query: {}, body }).success).toBe(
    problem === null,
  );
});
