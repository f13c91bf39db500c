import { displayName, NAME_MAX_LENGTH } from '@basalt/contract';
import { expect, test } from 'vitest';
import { nameProblem } from './name-problem.ts';

test.each([
  ['Granite shop', null],
  ['  padded  ', null],
  ['two\u2028lines', 'Use one line without control characters.'],
  ['a\tb', 'Use one line without control characters.'],
  ['\ttrimmed\n', null],
  ['', 'Enter a name.'],
  ['   ', 'Enter a name.'],
  ['x'.repeat(NAME_MAX_LENGTH), null],
  ['x'.repeat(NAME_MAX_LENGTH + 1), `Use at most ${NAME_MAX_LENGTH} characters.`],
])('%j: %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
  // The wire refuses exactly the same names.
  expect(displayName.safeParse(name).success).toBe(problem === null);
});
