import { useTestCluster } from '@basalt/clusters/testing';
import { QueryError } from '@basalt/postgres';
import { CONNECTION_SHARES } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallerError } from '../caller/caller-error.ts';
import { DEFAULT_TOKEN_SETTINGS, identifyCaller } from '../caller/identify-caller.ts';
import { callerContext } from '../caller/request-context.ts';
import { type CallerQuery, callerSettings, runAsCaller } from '../caller/run-as-caller.ts';
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { type AskOptions, openRestApi, type RestApi } from './rest-api-for-test.ts';

const SCHEMA = `
create table notes (id int generated always as identity primary key, owner uuid default auth.uid(), text text);
alter table notes enable row level security;
create policy own on notes to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
grant all on notes to anon, authenticated, service_role;
create function seen() returns json language sql stable as $$ select json_build_object(
  'user', current_user, 'session', session_user, 'subject', auth.uid(), 'claims', current_setting('request.jwt.claims')::json,
  'method', current_setting('request.method'), 'path', current_setting('request.path'),
  'header', current_setting('request.headers')::json ->> 'x-a', 'search_path', current_setting('search_path'),
  'timeout', current_setting('statement_timeout'), 'read_only', current_setting('transaction_read_only')) $$;
`;
const USER = '00000000-0000-0000-0000-000000000001';
const OTHER = '00000000-0000-0000-0000-000000000002';
const ME = { as: { role: 'authenticated', sub: USER } };

/** Of the roles, as another service reads them from the database, over what the service allows at most. */
const ROLE_SETTINGS = new Map([['authenticated', new Map([['statement_timeout', '8s']])]]);
const LIMITS = new Map([['statement_timeout', '300ms']]);

/** Keeps notes in SQL of its own, with all that a service which runs as the caller needs. */
function notesService(projects: HeldProjects): GatewayService {
  async function run(
    request: FastifyRequest,
    sql: string,
    values: readonly string[],
    how: Partial<CallerQuery> = {},
  ): Promise<unknown> {
    const { project, url } = request.project;
    const identity = await identifyCaller(request.project, DEFAULT_TOKEN_SETTINGS);
    request.project.noteRole(identity.role);
    const context = callerContext(identity, { method: request.method, url, headers: request.headers });
    const held = projects.use(project);
    held.enter();
    try {
      const results = await runAsCaller(held.pipeline, context, {
        settings: callerSettings({
          searchPath: ['public'],
          sources: [LIMITS, ROLE_SETTINGS.get(identity.role)],
        }),
        statements: [{ sql, values, reuse: true }],
        readOnly: request.method === 'GET',
        mayClaimsChange: request.method !== 'GET',
        pool: 'long',
        keep: null,
        ...how,
      });
      return JSON.parse(results[0]?.rows[0]?.[0]?.toString() ?? 'null');
    } finally {
      held.leave();
    }
  }
  const insert = 'insert into notes (text) values ($1) returning id';
  return {
    name: 'notes',
    isOpen: () => false,
    plugin: async (app) => {
      app.setErrorHandler((error, _request, reply) => {
        if (error instanceof CallerError) return reply.code(401).send({ problem: error.problem.kind });
        if (error instanceof QueryError) return reply.code(422).send({ sqlstate: error.code });
        throw error;
      });
      app.get('/seen', (request) => run(request, 'select seen()', []));
      app.get('/slow', (request) => run(request, 'select pg_sleep(2)', []));
      app.get('/written', (request) => run(request, insert, ['by a read']));
      app.get('/', (request) =>
        run(request, `select coalesce(json_agg(text order by id), '[]') from notes`, [], { pool: 'short' }),
      );
      app.post('/', (request) => run(request, insert, [String(request.body)]));
      app.post('/undone', (request) =>
        run(request, insert, ['undone'], { keep: ([result]) => result?.command !== 'INSERT 0 1' }),
      );
    },
  };
}

const cluster = useTestCluster();
let api: RestApi;
beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [notesService(projects)]);
  await api.sql(SCHEMA);
});
afterAll(() => api?.close());

const ask = (request: string, options: AskOptions = {}) => api.ask(request, { service: 'notes', ...options });
const json = async (request: string, options?: AskOptions) => (await ask(request, options)).json;

describe('a second service that runs SQL as the caller', () => {
  it('shows SQL what the Data API shows it', async () => {
    const options = { ...ME, headers: { 'x-a': `"'$1\\` } };
    const shown = await json('GET /seen?x=1', options);
    expect(shown).toEqual({
      user: 'authenticated',
      session: 'authenticator',
      subject: USER,
      claims: ME.as,
      method: 'GET',
      path: '/seen',
      header: `"'$1\\`,
      search_path: '"public"',
      timeout: '8s',
      read_only: 'on',
    });
    const byRest = (await api.ask('GET /rpc/seen?', options)).json as object;
    expect(byRest).toEqual({
      ...(shown as object),
      path: '/rpc/seen',
      search_path: '"public", "extensions"',
    });
  });

  it('leaves rows to policies', async () => {
    expect((await ask('POST /', { ...ME, body: 'mine' })).status).toBe(200);
    expect((await ask('POST /', { as: { role: 'authenticated', sub: OTHER }, body: 'yours' })).status).toBe(
      200,
    );
    expect(await json('GET /', ME)).toEqual(['mine']);
    expect(await json('GET /', { as: 'anon' })).toEqual([]);
    expect(await json('GET /')).toEqual(['mine', 'yours']);
    expect((await api.ask('GET /notes?select=text', ME)).json).toEqual([{ text: 'mine' }]);
    expect(await json('POST /', { as: 'anon', body: 'nobody’s' })).toEqual({ sqlstate: '42501' });
  });

  it('writes only where it may, and takes back what it does not keep', async () => {
    const before = await json('GET /');
    expect(await json('GET /written')).toEqual({ sqlstate: '25006' });
    expect((await ask('POST /undone')).status).toBe(200);
    expect(await json('GET /')).toEqual(before);
  });

  it('has a limit of its own, which the settings of a role win over', async () => {
    expect(await json('GET /slow')).toEqual({ sqlstate: '57014' });
    expect((await ask('GET /seen')).json).toMatchObject({ user: 'service_role', timeout: '300ms' });
  });

  it('answers in its own words who is not known, and leaves the connection nobody’s', async () => {
    expect(await ask('GET /seen', { as: 'nonsense' })).toMatchObject({
      status: 401,
      json: { problem: 'token-refused' },
    });
    expect(await json('GET /seen', { as: 'anon' })).toMatchObject({
      user: 'anon',
      subject: null,
      header: null,
    });
    expect(api.log.at(-1)).toMatchObject({ path: '/notes/v1/seen', status: 200, role: 'anon' });
  });

  it('shares the connections of the Data API', async () => {
    const share = CONNECTION_SHARES.callerLong;
    await Promise.all(
      Array.from({ length: share * 2 }, (_, index) =>
        index % 2 === 0 ? ask('GET /seen') : api.ask('POST /rpc/seen', { body: {} }),
      ),
    );
    const [found] = await api.sql(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
    );
    const { callerShort, schemaListener } = CONNECTION_SHARES;
    expect(found?.open).toBeLessThanOrEqual(share + callerShort + schemaListener);
  });
});
