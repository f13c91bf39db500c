import { describe, expect, it } from 'vitest';
import { waysOf, whereBy } from './ways.ts';

const connection = {
  host: '127.0.0.1',
  port: 15432,
  user: 'postgres',
  database: 'postgres',
  password: null,
  pooler: { host: 'pooler.localhost', session: 5432, transaction: null },
};

describe('ways to the database', () => {
  it('are those that are open', () => {
    expect(waysOf(connection)).toEqual(['direct', 'session']);
  });

  it('name the project in the user where all projects share an address', () => {
    expect(whereBy('session', 'abc', connection)).toEqual({
      host: 'pooler.localhost',
      port: 5432,
      user: 'postgres.abc',
      database: 'postgres',
    });
  });

  it.each(['direct', 'transaction'] as const)('lead straight to it by %s', (way) => {
    expect(whereBy(way, 'abc', connection)).toMatchObject({ port: 15432, user: 'postgres' });
  });
});
