import { describe, expect, it, test } from 'vitest';
import { followsAfterScroll, isAtBottom } from './stick-to-bottom.ts';

const place = (scrollTop: number, scrollHeight = 1_000) => ({ scrollTop, clientHeight: 400, scrollHeight });

test.each([
  [600, true],
  [590, true],
  [589, false],
  [0, false],
])('%d pixels down of 600 is the bottom: %s', (top, expected) => {
  expect(isAtBottom(place(top))).toBe(expected);
});

describe('followsAfterScroll', () => {
  it('lets go when somebody scrolls up by more than ten pixels', () => {
    expect(followsAfterScroll(true, place(600), place(560))).toBe(false);
    expect(followsAfterScroll(true, place(600), place(592))).toBe(true);
  });

  it('keeps on while the answer grows', () => {
    expect(followsAfterScroll(true, place(600), place(600, 1_400))).toBe(true);
  });

  it('takes hold again at the end, and not before', () => {
    expect(followsAfterScroll(false, place(300), place(500))).toBe(false);
    expect(followsAfterScroll(false, place(500), place(595))).toBe(true);
  });
});
