import type { IdleConnection } from '@basalt/contract';
import { expect, it } from 'vitest';
import { kindsOf, originOf } from './idle-kinds.ts';

const connection = (pid: number, change: Partial<IdleConnection> = {}): IdleConnection => ({
  pid,
  connected_at: '2026-05-01T12:00:00.000000Z',
  milliseconds: 1_000,
  user: 'postgres',
  database: 'postgres',
  application: 'shop',
  client: '10.0.0.1',
  query: 'select 1',
  ...change,
});

it('puts connections together that have everything in common, the most first', () => {
  const kinds = kindsOf([
    connection(1, { application: 'psql' }),
    connection(2),
    connection(3, { client: null }),
    connection(4, { user: 'app' }),
    connection(5, { database: 'other' }),
    connection(6),
  ]);
  expect(kinds.map(({ connections }) => connections.map(({ pid }) => pid))).toEqual([
    [2, 6],
    [1],
    [3],
    [4],
    [5],
  ]);
  expect(new Set(kinds.map(({ key }) => key)).size).toBe(5);
  expect(kindsOf([])).toEqual([]);
});

it.each([
  [{ application: 'shop', client: '10.0.0.1' }, 'shop at 10.0.0.1'],
  [{ application: 'shop', client: null }, 'shop'],
  [{ application: '', client: '::1' }, 'a client without a name at ::1'],
])('%j come from %s', (kind, text) => expect(originOf(kind)).toBe(text));
