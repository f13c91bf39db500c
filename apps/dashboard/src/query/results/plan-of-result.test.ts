import { expect, it } from 'vitest';
import type { ResultSet } from '../run/run-output.ts';
import { planOfResult } from './plan-of-result.ts';

const PLAN = [{ Plan: { 'Node Type': 'Seq Scan', 'Total Cost': 1 } }];

function result(name: string, ...values: string[]): ResultSet {
  return {
    index: 0,
    fields: [{ name, type: 'json' }],
    rows: values.map((value) => [value]),
    command: 'EXPLAIN',
    rowCount: null,
    truncated: false,
    isCut: false,
    milliseconds: 1,
  };
}

it('finds the plan of explain (format json)', () => {
  expect(planOfResult(result('QUERY PLAN', JSON.stringify(PLAN, null, 2)))).toEqual(PLAN[0]?.Plan);
});

it.each([
  ['a plan as text', result('QUERY PLAN', 'Seq Scan on t')],
  ['a text of several lines', result('QUERY PLAN', 'Sort', '  -> Seq Scan')],
  ['another column', result('plan', JSON.stringify(PLAN))],
  ['a plan that was cut', result('QUERY PLAN', JSON.stringify(PLAN).slice(0, -5))],
  ['a list without a plan', result('QUERY PLAN', '[]')],
])('leaves %s as it is', (_what, other) => {
  expect(planOfResult(other)).toBeNull();
});
