import { describe, expect, it } from 'vitest';
import { chartBars, chartTotals, niceTop } from './request-bars.ts';

const counts = {
  bucket_seconds: 60,
  buckets: [
    { at: '2026-01-01T00:00:00Z', total: 0, client_errors: 0, server_errors: 0 },
    { at: '2026-01-01T00:01:00Z', total: 100, client_errors: 25, server_errors: 25 },
    { at: '2026-01-01T00:02:00Z', total: 1_000, client_errors: 0, server_errors: 1 },
  ],
};

describe('chartBars', () => {
  const { bars, top } = chartBars(counts);

  it('measures bars against a round number', () => {
    expect(top).toBe(1_000);
    expect(bars[1]?.heights).toEqual({ server: 0.03, client: 0.03, good: 0.05 });
  });

  it('draws nothing for nothing, and something for one error among many', () => {
    expect(bars[0]?.heights).toEqual({ server: 0, client: 0, good: 0 });
    expect(bars[2]?.heights.server).toBeGreaterThan(0);
  });

  it('never grows out of the chart', () => {
    for (const { heights } of bars) {
      expect(heights.server + heights.client + heights.good).toBeLessThanOrEqual(1);
    }
  });

  it('knows where a bar ends', () => {
    expect(bars[1]?.to).toBe(bars[2]?.at);
  });
});

it('chartTotals adds up', () => {
  expect(chartTotals(counts)).toEqual({ total: 1_100, clientErrors: 25, serverErrors: 26 });
});

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [501, 1_000],
])('niceTop(%d) is %d', (most, top) => {
  expect(niceTop(most)).toBe(top);
});
