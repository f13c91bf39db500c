import { expect, it } from 'vitest';
import { StatementValues } from './query-scope.ts';

it('numbers marks in the order of their first use and leaves out what is not used', () => {
  const values = new StatementValues();
  const [a, unused, b] = [values.add('a'), values.add('unused'), values.add(null)];
  expect(values.finish(`select ${b}, ${a}, ${b}`)).toEqual({
    sql: 'select $1, $2, $1',
    values: [null, 'a'],
    used: [2, 0],
  });
  expect(values.finish(`select ${unused}`)).toEqual({ sql: 'select $1', values: ['unused'], used: [1] });
  expect(values.finish('select 1')).toEqual({ sql: 'select 1', values: [], used: [] });
  expect(values.given).toEqual(['a', 'unused', null]);
});

it('does not take digits or dollars of the text for marks', () => {
  const values = new StatementValues();
  const mark = values.add('x');
  expect(values.finish(`select '$1 0 $2', ${mark}`).sql).toBe("select '$1 0 $2', $1");
});
