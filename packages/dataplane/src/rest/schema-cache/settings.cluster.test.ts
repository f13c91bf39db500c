import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { describe, expect, it } from 'vitest';
import { loadAfter } from './load-for-test.ts';
import { loadSchemaCache } from './load-schema-cache.ts';

// Roles belong to the cluster: what is set here for one database must not be seen in another.
const cluster = useTestCluster();

const IN_THIS_DATABASE = (sql: string) =>
  `do $$ begin execute format($f$alter role ${sql.replace(' set ', ' in database %I set ')}$f$, current_database()); end $$;`;

describe('settings of the schema cache', () => {
  it('are those of the project when the database holds none', async () => {
    const cache = await loadAfter(cluster, 'create schema api', {
      dbSchemas: ['api', 'public'],
      dbMaxRows: null,
    });
    expect(cache.settings).toEqual({
      schemas: ['api', 'public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: null,
      anonRole: 'anon',
      preRequest: null,
      rootSpec: null,
      planEnabled: false,
      aggregatesEnabled: false,
      txEnd: 'commit',
      openapiMode: 'follow-privileges',
      openapiSecurityActive: false,
      openapiServerProxyUri: null,
      jwtAudience: null,
      roleClaim: [{ kind: 'key', key: 'role' }],
      foreignVerifier: null,
      corsOrigins: [],
      traceHeader: null,
      serverTimingEnabled: false,
      errorVerbosity: 'verbose',
      legacyTargetNames: true,
    });
  });

  it('come from the database before the project, those of one database before those of all', async () => {
    const cache = await loadAfter(
      cluster,
      `create schema "My, api"; create table "My, api".t (id int);
       ${IN_THIS_DATABASE(`authenticator set pgrst.db_schemas = 'public, api'`)}
       ${IN_THIS_DATABASE(`authenticator set pgrst.db_max_rows = '7'`)}
       ${IN_THIS_DATABASE(`authenticator set pgrst.db_pre_request = 'auth.check'`)}
       ${IN_THIS_DATABASE(`authenticator set pgrst.db_aggregates_enabled = 'true'`)}
       alter role authenticator set pgrst.db_max_rows = '9';
       alter role authenticator set pgrst.openapi_mode = 'disabled';`,
    );
    await withClient(cluster.adminAddress, async (client) => {
      await client.query('alter role authenticator reset pgrst.db_max_rows');
      await client.query('alter role authenticator reset pgrst.openapi_mode');
    });
    expect(cache.settings).toMatchObject({
      schemas: ['public', 'api'],
      maxRows: 7,
      preRequest: { schema: 'auth', name: 'check' },
      aggregatesEnabled: true,
      openapiMode: 'disabled',
    });
  });

  it('of roles are there for every role that a request may take over', async () => {
    const cache = await loadAfter(
      cluster,
      `create role editor; create role chief; create role stranger; grant editor to authenticator; grant chief to editor;
       alter role stranger set statement_timeout = '1s';
       ${IN_THIS_DATABASE(`chief set statement_timeout = '4s'`)}
       ${IN_THIS_DATABASE(`editor set app.tenant = 'a=b'`)}
       ${IN_THIS_DATABASE(`editor set log_statement = 'all'`)}`,
    );
    await withClient(cluster.adminAddress, (client) => client.query('drop role stranger'));
    const settings = Object.fromEntries(
      [...cache.roleSettings].map(([role, values]) => [role, Object.fromEntries(values)]),
    );
    expect(settings).toEqual({
      anon: { statement_timeout: '3s' },
      authenticated: { statement_timeout: '8s' },
      service_role: {},
      chief: { statement_timeout: '4s' },
      // Only a superuser may make the other one.
      editor: { 'app.tenant': 'a=b' },
    });
  });

  it('leave the connection as it was', async () => {
    const address = { ...(await cluster.createDatabase()), user: 'authenticator' };
    const after = await withClient(address, async (client) => {
      const show = async () =>
        (await client.query('select current_setting($1) as path', ['search_path'])).rows;
      const before = await show();
      await loadSchemaCache(client, { dbSchemas: ['public'], dbExtraSearchPath: [], dbMaxRows: 1 });
      return { before, after: await show() };
    });
    expect(after.after).toEqual(after.before);
  });
});
