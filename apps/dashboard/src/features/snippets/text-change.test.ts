import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyChange, changeBetween } from './text-change.ts';

it.each([
  ['select 1', 'select 12', { from: 8, to: 8, insert: '2' }],
  ['aaa', 'aaaa', { from: 3, to: 3, insert: 'a' }],
  ['aaaa', 'aa', { from: 2, to: 4, insert: '' }],
  ['select a from t', 'select bc from t', { from: 7, to: 8, insert: 'bc' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
])('%s becomes %s by one small change', (before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change);
});

it('makes the text again, also from what storage gives back, whatever it is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '🪨', '🪵', '\ud83e'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stored = JSON.parse(JSON.stringify(changeBetween(before, after)));
      expect(applyChange(before, stored)).toBe(after);
    }),
  );
});
