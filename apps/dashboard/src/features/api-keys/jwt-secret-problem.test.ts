import { contract } from '@basalt/contract';
import { expect, test } from 'vitest';
import { jwtSecretProblem } from './jwt-secret-problem.ts';

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
