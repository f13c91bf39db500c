import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIT_REASONS, reasonLines, shuffledReasons } from './exit-reasons.ts';

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
