import { describe, expect, it } from 'vitest';
import { waysOf, wayText, whereBy } from './ways.ts';

const connection = {
  host: '127.0.0.1',
  port: 15432,
  user: 'postgres',
  database: 'postgres',
  password: null,
  pooler: { host: 'pooler.localhost', session: 5432, transaction: null, is_own: false },
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

  it('name the user as the database does where the pooler is of one project, and say where it answers', () => {
    const host = 'basalt-abc-pooler-rw.projects.svc';
    const kept = { ...connection, pooler: { host, session: null, transaction: 5432, is_own: true } };
    expect(waysOf(kept)).toEqual(['direct', 'transaction']);
    expect(whereBy('transaction', 'abc', kept)).toEqual({
      host,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
    });
    expect(wayText('transaction', kept)).toContain('Kubernetes');
    expect(wayText('direct', kept)).not.toContain('Kubernetes');
  });

  it.each(['direct', 'transaction'] as const)('lead straight to it by %s', (way) => {
    expect(whereBy(way, 'abc', connection)).toMatchObject({ port: 15432, user: 'postgres' });
  });
});
