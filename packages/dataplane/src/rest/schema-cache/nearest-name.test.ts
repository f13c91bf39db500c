import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName, similarity } from './nearest-name.ts';

describe('similarity', () => {
  it.each([
    ['items', 'items', 1],
    ['Items', 'iTEMS', 1],
    ['itms', 'items', 0.8],
    ['itmes', 'items', 0.8],
    ['abcd', 'wxyz', 0],
    ['', '', 1],
    ['', 'a', 0],
    ['größe', 'grösse', 1 - 2 / 6],
    ['🧀🧀🧀🧀', '🧀🧀🧀x', 0.75],
  ])('of %j and %j', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected);
    expect(similarity(b, a)).toBeCloseTo(expected);
  });

  it('stays between 0 and 1, and is 1 only for names that differ in case at most', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (a, b) => {
        const score = similarity(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(score === 1).toBe(a.toLowerCase() === b.toLowerCase());
      }),
    );
  });

  it('does not compare what is much longer than any name', () => {
    expect(similarity('a'.repeat(1_000_000), 'a'.repeat(1_000_000))).toBe(0);
  });
});

describe('nearestName', () => {
  it.each<[string, string[], string | null]>([
    ['projcts', ['clients', 'projects', 'project'], 'projects'],
    ['itmes', ['items', 'times'], 'items'],
    ['abcd', ['abcx'], 'abcx'],
    ['abc', ['abx'], null],
    ['films', [], null],
    ['Films', ['films'], 'films'],
  ])('for %j among %j', (name, candidates, expected) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });
});
