import { expect, test } from 'vitest';
import { type DeletionProblems, deletionProblems } from './deletion-problems.ts';

const typed = 'Value entered does not match';
const reasons = 'Please select at least one reason for deleting your project';

test.each<[string, string, boolean, 'bugs' | null, DeletionProblems]>([
  ['the exact name on the free plan', 'Quarry ', false, null, {}],
  ['the exact name and a reason', 'Quarry ', true, 'bugs', {}],
  ['no reason', 'Quarry ', true, null, { reasons }],
  ['another case', 'quarry ', true, 'bugs', { typed }],
  ['a missing space', 'Quarry', true, 'bugs', { typed }],
  ['nothing at all', '', true, null, { typed, reasons }],
])('%s', (_, text, isAsked, reason, problems) =>
  expect(
    deletionProblems({ typed: text, reasons: reason === null ? [] : [reason] }, { name: 'Quarry ', isAsked }),
  ).toEqual(problems),
);
