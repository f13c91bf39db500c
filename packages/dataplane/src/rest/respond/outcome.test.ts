import { expect, test } from 'vitest';
import { checkRows } from './outcome.ts';

test.each([
  [null, 7, 'GET', undefined],
  [{ kind: 'exactly-one' }, 1, 'GET', undefined],
  [{ kind: 'exactly-one' }, 0, 'GET', 'PGRST116'],
  [{ kind: 'exactly-one' }, 2, 'PATCH', 'PGRST116'],
  [{ kind: 'exactly-one' }, 0, 'PUT', 'PGRST115'],
  [{ kind: 'at-most', rows: 2 }, 2, 'DELETE', undefined],
  [{ kind: 'at-most', rows: 2 }, 3, 'DELETE', 'PGRST124'],
  [{ kind: 'at-most', rows: 0 }, 0, 'PATCH', undefined],
] as const)('%j with %i rows by %s', (expected, rows, method, code) =>
  expect(checkRows(expected, rows, method)?.code).toBe(code),
);
