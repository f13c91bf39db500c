import { describe, expect, it } from 'vitest';
import { chartNote, chartSentence } from './chart-labels.ts';

const chart = (...values: number[]) => ({
  points: values.map((value, i) => ({ label: `day ${i + 1}`, value })),
  skipped: 0,
  step: 1,
});

describe('chartSentence', () => {
  it('says what is drawn, how much of it, and where it ends', () => {
    expect(chartSentence('day', 'visits', chart(5, 2, 1_200), false)).toBe(
      'Bar chart of visits by day: 3 bars, from 2 at day 2 to 1,200 at day 3. The table view has all values.',
    );
    expect(chartSentence('day', 'visits', chart(5), true)).toBe(
      'Bar chart of the sum of visits so far by day: 1 bar, each 5. The table view has all values.',
    );
  });
});

describe('chartNote', () => {
  it('speaks only of what is left out', () => {
    expect(chartNote(chart(1, 2))).toBeNull();
    expect(chartNote({ ...chart(1, 2), step: 3 })).toContain('one of every 3');
    expect(chartNote({ ...chart(1), skipped: 1 })).toBe('1 row has no number to show.');
  });
});
