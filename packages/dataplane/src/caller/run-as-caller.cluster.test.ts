import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import { describe, expect, it } from 'vitest';
import { callerSettings } from './run-as-caller.ts';

// That nothing of it is left out although its result is not used is a matter of each version's planner.
describe.each(inTurn([15, 16, 17, 18] as const))('PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  it.each([1, 10])('makes all settings, at use %i of a prepared statement', async (uses) => {
    const client = await connect({ ...(await cluster.createDatabase()), user: 'authenticator' });
    const { readOnlySql, values } = callerSettings({ searchPath: ['public', 'extensions'], sources: [] });
    const given = [
      'anon',
      '{"role":"anon"}',
      'somebody',
      '{"a":"b"}',
      '{"c":"d"}',
      'GET',
      '/items',
      ...values,
    ];
    for (let use = 0; use < uses; use++) {
      await client.query('begin');
      const { rows } = await client.query({ name: 'settings', text: readOnlySql, values: given });
      expect(rows).toEqual([{}]);
      const { rows: made } = await client.query(
        `select current_user::text as role, ${[
          'request.jwt.claims',
          'request.jwt.claim.sub',
          'request.headers',
          'request.cookies',
          'request.method',
          'request.path',
          'search_path',
          'transaction_read_only',
        ]
          .map((name) => `current_setting('${name}') as "${name}"`)
          .join(', ')}`,
      );
      expect(Object.values(made[0])).toEqual([...given, 'on']);
      await client.query('rollback');
    }
    await client.end();
  });
});
