import { describe, expect, it } from 'vitest';
import { chartAxes } from './axes.ts';

const field = (text: string) => {
  const [name = '', type = ''] = text.split(' ');
  return { name, type };
};
const automatic = { xKey: null, yKey: null };
/** Names of the axes, for a result with these columns and values. */
function axes(
  columns: string,
  values: (string | null)[] = [],
  chosen = automatic as { xKey: string | null; yKey: string | null },
) {
  const fields = columns.split(', ').map(field);
  const found = chartAxes(chosen, fields, values.length === 0 ? [] : [values]);
  return found === null ? null : [fields[found.x]?.name, fields[found.y]?.name];
}

describe('chartAxes', () => {
  it.each<[string, string, string]>([
    ['id int8, day date, n int8', 'day', 'n'],
    ['name text, created_at timestamptz, total numeric', 'created_at', 'total'],
    ['country text, user_id int8, users int8', 'country', 'users'],
    ['country text, height float8, order_count int8', 'country', 'order_count'],
    ['data jsonb, kind text, n int4', 'kind', 'n'],
    ['year int4, n int8', 'year', 'n'],
  ])('guesses for %s', (columns, x, y) => {
    expect(axes(columns)).toEqual([x, y]);
  });

  it('takes text that reads as a date for a date', () => {
    expect(axes('name text, month text, n int8', ['a', '2026-03', '5'])).toEqual(['month', 'n']);
  });

  it.each(['n int8', 'a text, b text', 'id int8, name text', ''])('cannot guess for %j', (columns) => {
    expect(axes(columns)).toBeNull();
  });

  it('keeps what was chosen and guesses the rest', () => {
    const columns = 'day date, name text, a int4, b int4';
    expect(axes(columns, [], { xKey: 'name', yKey: null })).toEqual(['name', 'a']);
    expect(axes(columns, [], { xKey: null, yKey: 'b' })).toEqual(['day', 'b']);
    expect(axes(columns, [], { xKey: 'a', yKey: 'name' })).toEqual(['a', 'name']);
  });

  it('lets people choose again when a chosen column is gone', () => {
    expect(axes('day date, n int4', [], { xKey: 'gone', yKey: null })).toBeNull();
    expect(axes('day date, n int4', [], { xKey: 'day', yKey: 'gone' })).toBeNull();
  });
});
