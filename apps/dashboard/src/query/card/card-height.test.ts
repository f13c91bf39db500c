import { describe, expect, it } from 'vitest';
import { cardHeight } from './card-height.ts';

describe('cardHeight', () => {
  it('grows with the rows up to 250 pixels', () => {
    expect(cardHeight(2, false)).toBeGreaterThan(cardHeight(1, false));
    expect(cardHeight(7, false)).toBeLessThanOrEqual(250);
    expect(cardHeight(10_000, false)).toBe(250);
  });

  it('gives a chart all there is', () => {
    expect(cardHeight(1, true)).toBe(250);
  });
});
