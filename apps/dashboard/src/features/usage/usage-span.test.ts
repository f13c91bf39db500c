import { describe, expect, it } from 'vitest';
import { moveEnd, presetOf, presetSpans, spanOfSearch } from './usage-span.ts';

const TODAY = '2026-03-02';

it('knows the months around a day', () => {
  const { month, 'last-month': last, '7d': week } = presetSpans(TODAY);
  expect(month).toEqual({ from: '2026-03-01', to: TODAY });
  expect(last).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(week).toEqual({ from: '2026-02-24', to: TODAY });
});

describe('the days of an address', () => {
  it('are those that it names', () => {
    const span = { from: '2026-01-05', to: '2026-01-31' };
    expect(spanOfSearch(span, TODAY)).toEqual(span);
    expect(presetOf(span, TODAY)).toBeNull();
  });

  it.each([
    [{}],
    [{ from: '2026-01-05' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: '2026-03-02', to: '2026-03-01' }],
    [{ from: '2025-01-01', to: '2026-03-01' }],
    [{ from: 'yesterday', to: 'today' }],
  ])('are this month for %j', (search) => {
    const span = spanOfSearch(search, TODAY);
    expect(presetOf(span, TODAY)).toBe('month');
  });
});

it('takes the other end along when one is moved past it or too far away', () => {
  const span = { from: '2026-01-10', to: '2026-01-20' };
  expect(moveEnd(span, 'from', '2026-01-25')).toEqual({ from: '2026-01-25', to: '2026-01-25' });
  expect(moveEnd(span, 'to', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' });
  expect(moveEnd(span, 'from', '2025-01-01')).toEqual({ from: '2025-01-01', to: '2025-04-10' });
  expect(moveEnd(span, 'to', '')).toEqual(span);
});
