import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeletionProblems,
  deletionProblems,
  EXIT_REASONS,
  reasonLines,
  shuffledReasons,
} from './exit-reasons.ts';

describe('shuffledReasons', () => {
  test('has every reason once, and none of these last, whatever chance says', () => {
    const chances = fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), {
      minLength: 13,
      maxLength: 13,
    });
    fc.assert(
      fc.property(chances, (numbers) => {
        const left = [...numbers];
        const shuffled = shuffledReasons(() => left.pop() ?? 0);
        expect(shuffled.at(-1)?.value).toBe('none');
        expect(new Set(shuffled)).toEqual(new Set(EXIT_REASONS));
        expect(shuffled).toHaveLength(14);
      }),
    );
  });
  test('depends on chance', () =>
    expect(shuffledReasons(() => 0.99)[0]).not.toEqual(shuffledReasons(() => 0)[0]));
});

describe('reasonLines', () => {
  test('are lines of a list in an order of their own', () =>
    expect(reasonLines(['bugs', 'price'])).toBe('- It costs too much\n- I ran into too many bugs'));
  test('may be none', () => expect(reasonLines([])).toBe(''));
});

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
