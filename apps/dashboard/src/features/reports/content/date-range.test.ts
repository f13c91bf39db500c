import { expect, it } from 'vitest';
import { ownValues, rangeValues, withoutDates, withRange } from './date-range.ts';

const noon = Date.UTC(2026, 2, 1, 12);

it.each([
  [1, '2026-02-28'],
  [7, '2026-02-22'],
  [null, '1970-01-01'],
])('%s days begin on %s and include today', (days, start) => {
  expect(rangeValues(days, noon)).toEqual({ start_date: start, end_date: '2026-03-02' });
});

it('lets a card have dates of its own until the report gets another range', () => {
  const range = rangeValues(7, noon);
  const shown = withRange({ status: 'open' }, range);
  expect(shown).toEqual({ ...range, status: 'open' });
  const own = ownValues({ ...shown, start_date: '2020-01-01' }, range);
  expect(own).toEqual({ status: 'open', start_date: '2020-01-01' });
  expect(withRange(own, range).start_date).toBe('2020-01-01');
  expect(withoutDates(own)).toEqual({ status: 'open' });
});
