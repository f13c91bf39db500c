import { describe, expect, it } from 'vitest';
import { useProject } from './project-under-test.ts';

const project = useProject('22622-22631');
const { owner, sql } = project;

describe('the Data API', () => {
  const url = '/platform/projects/{ref}/config/postgrest';

  it('exposes schemas that exist, and no others', async () => {
    const bad = await owner('PATCH', '/v1/projects/{ref}/postgrest', { db_schema: 'public, api' });
    expect(bad).toMatchObject({ status: 400, body: { field: 'db_schema' } });
    await sql('create schema api authorization postgres');
    const good = await owner('PATCH', '/v1/projects/{ref}/postgrest', {
      db_schema: 'public, api',
      max_rows: 50,
    });
    expect(good).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          db_schema: 'public,api',
          max_rows: 50,
          db_extra_search_path: 'public,extensions',
          db_pool: null,
          db_pool_acquisition_timeout: null,
          db_pool_max_idletime: null,
          db_pool_max_lifetime: null,
        },
      }),
    );
    const [row] = await sql('select basalt.exposed_schemas() as exposed');
    expect(row?.exposed).toEqual(expect.arrayContaining(['public', 'api']));
    expect((await owner('GET', url)).body).toMatchObject({
      db_schema: 'public,api',
      rls_on_new_tables: true,
      available_schemas: expect.arrayContaining(['api', 'public', 'storage']),
    });
  });

  it('shows what was stored in the database, until it is changed here', async () => {
    await sql("alter role authenticator set pgrst.db_max_rows = '7'");
    expect((await owner('GET', url)).body.max_rows).toBe(7);
    expect((await owner('PATCH', url, { max_rows: 1_000 })).body.max_rows).toBe(1_000);
    const rows = await sql(
      "select setconfig::text from pg_db_role_setting where setconfig::text like '%db_max_rows%'",
    );
    expect(rows).toEqual([]);
  });

  it('can be switched off, and its switch for new tables too', async () => {
    expect((await owner('PATCH', url, { db_schema: '', rls_on_new_tables: false })).body).toMatchObject({
      db_schema: '',
      rls_on_new_tables: false,
    });
    expect((await owner('GET', '/platform/projects/{ref}/tables')).body).toEqual({
      exposed_schemas: [],
      tables: [],
    });
    expect((await owner('PATCH', url, { db_schema: 'public', rls_on_new_tables: true })).body).toMatchObject({
      db_schema: 'public',
      rls_on_new_tables: true,
    });
  });

  it('lists tables and says which of them anyone can read', async () => {
    await sql(
      `
          create table public.safe (id int);
          create policy own on public.safe using (true);
          create table public.open (id int); alter table public.open disable row level security;
          create table public.closed (id int); alter table public.closed disable row level security;
          revoke all on public.closed from anon, authenticated;
          create view public.window as select * from public.safe;
          create view public.honest with (security_invoker = true) as select * from public.safe;`,
      'postgres',
    );
    const { tables } = (await owner('GET', '/platform/projects/{ref}/tables')).body;
    expect(
      (tables as Record<string, unknown>[]).map(
        ({ name, kind, rls_enabled, policy_count, anon_access, exposed_without_policy }) => [
          name,
          kind,
          rls_enabled,
          policy_count,
          anon_access,
          exposed_without_policy,
        ],
      ),
    ).toEqual([
      ['closed', 'table', false, 0, false, false],
      ['honest', 'view', false, 0, true, false],
      ['open', 'table', false, 0, true, true],
      ['safe', 'table', true, 1, true, false],
      ['window', 'view', false, 0, true, true],
    ]);
  });
});

describe('auth settings', () => {
  const url = '/v1/projects/{ref}/config/auth';

  it('are kept, secrets unseen', async () => {
    const changes = { jwt_exp: 600, external_github_client_id: 'id', external_github_secret: 'hunter2' };
    const { body } = await owner('PATCH', url, changes);
    expect(body).toMatchObject({ jwt_exp: 600, external_github_secret: '••••••••', smtp_pass: null });
    expect(JSON.stringify((await owner('GET', url)).body)).not.toContain('hunter2');
    expect((await owner('PATCH', url, { jwt_exp: null })).body.jwt_exp).toBe(3_600);
  });

  it('are refused with the name of the wrong one, and then nothing changes', async () => {
    const refused = await owner('PATCH', url, { jwt_exp: 60, smtp_host: 'mail.example.com' });
    expect(refused).toMatchObject({
      status: 400,
      body: { field: 'smtp_port', message: 'smtp_port: is required with smtp_host.' },
    });
    expect((await owner('GET', url)).body).toMatchObject({ jwt_exp: 3_600, smtp_host: null });
  });
});

describe('storage settings', () => {
  const url = '/v1/projects/{ref}/config/storage';

  it('are kept, and what is not offered is refused', async () => {
    expect((await owner('GET', url)).body).toMatchObject({
      fileSizeLimit: 52_428_800,
      features: { s3Protocol: { enabled: true }, icebergCatalog: { enabled: false } },
    });
    const changes = { fileSizeLimit: 1_000, features: { s3Protocol: { enabled: false } } };
    expect((await owner('PATCH', url, changes)).status).toBe(200);
    const refused = await owner('PATCH', url, {
      fileSizeLimit: 5,
      features: { vectorBuckets: { enabled: true } },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'features.vectorBuckets' } });
    expect((await owner('PATCH', url, { fileSizeLimit: 536_870_912_001 })).status).toBe(400);
    expect(
      (await owner('PATCH', url, { features: { imageTransformation: { enabled: true } } })).body,
    ).toMatchObject({
      fileSizeLimit: 1_000,
      features: { s3Protocol: { enabled: false }, imageTransformation: { enabled: true } },
    });
    expect(
      (
        await project.server.platform.dependencies.db
          .selectFrom('project_api_settings')
          .select('storage')
          .execute()
      ).map(({ storage }) => storage),
    ).toContainEqual({ fileSizeLimit: 1_000, s3Protocol: false, imageTransformation: true });
  });
});

describe('health', () => {
  it('asks the services of the project', async () => {
    const { dependencies } = project.server.platform;
    const real = dependencies.callProject;
    dependencies.callProject = async (_ref, path) =>
      path.startsWith('/auth') ? Response.json({ name: 'GoTrue' }) : new Response(null, { status: 503 });
    const { body } = await owner('GET', '/v1/projects/{ref}/health?services=auth,rest');
    dependencies.callProject = real;
    expect(body).toMatchObject([
      { name: 'auth', healthy: true, status: 'ACTIVE_HEALTHY', info: { name: 'GoTrue' } },
      { name: 'rest', healthy: false, error: 'The service answers with status 503.' },
    ]);
  });
});

describe('the request log', () => {
  it('is asked in its own words', async () => {
    const { dependencies } = project.server.platform;
    const real = dependencies.requestLog;
    const asked: unknown[] = [];
    const entry = { time: 0, method: 'GET', path: '/rest/v1/items', status: 404, duration: 1.5, role: '' };
    dependencies.requestLog = {
      read: async (...question) => {
        asked.push(question);
        return { entries: [entry], cursor: 'next' };
      },
      count: async (_ref, { from, to }, buckets) => {
        asked.push([to - from, buckets]);
        const total = { ok: 1, clientErrors: 2, serverErrors: 3, p50: 1, p95: 2 };
        return { total, buckets: [{ time: 0, ...total }] };
      },
      keyUse: async () => ({}),
    };
    const url = '/platform/projects/{ref}/request-log';
    const page = await owner('GET', `${url}?status=4xx&method=GET&path=items&service=rest&limit=10&cursor=c`);
    const counts = await owner('GET', `${url}/counts?buckets=6`);
    const bad = await owner('GET', `${url}?status=abc`);
    dependencies.requestLog = real;
    expect(page.body).toEqual({
      entries: [
        {
          at: '1970-01-01T00:00:00.000Z',
          method: 'GET',
          path: '/rest/v1/items',
          status: 404,
          milliseconds: 1.5,
          role: null,
          service: 'rest',
        },
      ],
      next_cursor: 'next',
    });
    expect(counts.body).toEqual({
      bucket_seconds: 600,
      buckets: [{ at: '1970-01-01T00:00:00.000Z', total: 6, client_errors: 2, server_errors: 3 }],
    });
    const filter = { statuses: [4], methods: ['GET'], search: 'items', services: ['rest'] };
    expect(asked).toEqual([
      [project.ref, filter, 10, 'c'],
      [3_600_000, 6],
    ]);
    expect(bad).toMatchObject({ status: 400, body: { field: 'status' } });
  });
});

describe('the vault', () => {
  const url = '/platform/projects/{ref}/vault/secrets';
  const names = async (query = '') =>
    ((await owner('GET', `${url}${query}`)).body.secrets as { name: string }[]).map(({ name }) => name);

  it('keeps secrets that SQL can read, and shows them to whoever asks for one', async () => {
    const name = `o'n"e; drop schema vault`;
    const made = await owner('POST', url, { name, description: 'mail', secret: 'plain 🔑' });
    expect(made).toMatchObject({ status: 201, body: { name, description: 'mail' } });
    const { id } = made.body;
    expect(JSON.stringify(made.body)).not.toContain('plain');
    expect(JSON.stringify((await owner('GET', url)).body)).not.toContain('plain');
    expect((await owner('POST', `${url}/${id}/reveal`)).body).toEqual({ decrypted_secret: 'plain 🔑' });
    expect(await sql('select secret from vault.secrets')).not.toEqual([{ secret: 'plain 🔑' }]);
    expect(await owner('POST', url, { name, secret: 'x' })).toMatchObject({
      status: 409,
      body: { field: 'name' },
    });
    expect(await owner('POST', url, { name: 'long', secret: 'ü'.repeat(32_769) })).toMatchObject({
      status: 400,
      body: { field: 'secret' },
    });
    await owner('PATCH', `${url}/${id}`, { description: '', secret: 'newer' });
    expect((await owner('POST', `${url}/${id}/reveal`)).body).toEqual({ decrypted_secret: 'newer' });
    expect(await owner('DELETE', `${url}/${id}`)).toMatchObject({ status: 200 });
    for (const [method, path] of [
      ['POST', `${url}/${id}/reveal`],
      ['PATCH', `${url}/${id}`],
      ['DELETE', `${url}/${id}`],
    ] as const)
      expect((await owner(method, path, {})).status).toBe(404);
  });

  it('finds and orders thousands', async () => {
    await sql(
      `insert into vault.secrets (secret, name, description)
      select 'x', 'name_' || n, 'about ' || n from generate_series(1, 10000) as n`,
      'postgres',
    );
    expect((await owner('GET', url)).body).toMatchObject({ total: 10_000 });
    expect(await names('?search=ABOUT%209999&sort=updated_at&descending=true')).toEqual(['name_9999']);
    expect(await names('?limit=2&offset=9998&sort=name')).toEqual(['name_9998', 'name_9999']);
    await sql('delete from vault.secrets');
  });

  it('says what is wrong where it is not what it was, and runs nothing with more rights than its owner’s', async () => {
    await sql('alter schema vault rename to gone');
    await sql(
      `create schema vault; create function vault.whoami() returns text language sql return current_user;
      create table vault.secrets as select gen_random_uuid() as id, vault.whoami() as name`,
      'postgres',
    );
    expect(await owner('GET', url)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await sql('drop schema vault cascade', 'postgres');
    expect(await owner('GET', url)).toMatchObject({ status: 409 });
    await sql('alter schema gone rename to vault');
    expect(await names()).toEqual([]);
  });
});
