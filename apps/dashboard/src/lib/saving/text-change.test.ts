import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyChange, changeBetween, composed, type TextChange } from './text-change.ts';

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

it('puts a change and the edits after it together to one that does the same', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  const place = fc.nat({ max: 20 });
  const edits = fc.array(fc.tuple(place, place, piece), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), edits, (base, made) => {
      let text = base;
      let change: TextChange | null = { from: base.length, to: base.length, insert: '' };
      for (const [one, other, insert] of made) {
        const [from = 0, to = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
        text = applyChange(text, { from, to, insert });
        change = change && composed(base, change, { from, to, insert, lengthAfter: text.length });
        expect(change && applyChange(base, change)).toBe(text);
      }
    }),
  );
});

it('does not put together what does not fit', () => {
  const nothing = { from: 3, to: 3, insert: '' };
  expect(composed('abc', nothing, { from: 0, to: 0, insert: 'x', lengthAfter: 9 })).toBeNull();
});
