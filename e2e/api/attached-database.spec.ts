import { existsSync } from 'node:fs';
import { ApiClient } from '../basalt/api-client.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { OWNER } from '../basalt/owner.ts';
import { type PlainPostgres, programsOf, startPlainPostgres } from '../basalt/plain-postgres.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect } from '../basalt/test.ts';

const test = testOnOwnServer(async () => ({ BASALT_OUTGOING_ALLOW: '127.0.0.1' }));
const DEBIANS = '/usr/lib/postgresql/15/bin';
const POSTGIS = '/usr/share/postgresql/15/extension/postgis.control';

test.setTimeout(180_000);

/** How the plain server is reached, as people say it. */
function serverOf({ port, certificate }: PlainPostgres, database: string) {
  const tls = certificate === null ? 'off' : 'verify';
  return { host: '127.0.0.1', port, database, tls, certificate_authority: certificate };
}

async function attach(api: ApiClient, name: string, server: object): Promise<string> {
  const path = `/platform/organizations/${await api.organization()}/attached-databases`;
  const { status, body } = await api.request('POST', path, { name, ...server });
  expect(body).toMatchObject({ status: 'COMING_UP' });
  expect(status).toBe(201);
  await api.waitForStatus(body.ref, 'ACTIVE_HEALTHY');
  return body.ref;
}

test('a database that somebody else runs is a project, and is as it was when the project is gone', async ({
  api,
  basalt,
}) => {
  // The first project puts PostgreSQL's programs in their place.
  await api.createProject('Own cluster');
  const plain = await startPlainPostgres(await programsOf(basalt.home, 17));
  try {
    // What managed servers hand out: it may make roles, and is no superuser.
    const keeper = { user: 'keeper', password: 'first password' };
    await plain.sql(
      'postgres',
      `create role keeper login createrole createdb password 'first password';
      create role visitor login password 'of a visitor'`,
    );
    await plain.sql('postgres', 'create database shop owner keeper');
    await plain.sql(
      'shop',
      `alter schema public owner to keeper; set role keeper;
      create table goods as select n as id, 'stone ' || n as name from generate_series(1, 20) as n`,
    );
    const server = serverOf(plain, 'shop');
    const before = await namesIn(plain, 'shop');

    const check = async (login: object) => {
      const path = `/platform/organizations/${await api.organization()}/attached-databases/check`;
      return (await api.request('POST', path, { ...server, ...login })).body;
    };
    expect(await check({ user: 'keeper', password: 'wrong' })).toMatchObject({
      message: 'The server did not let Basalt in: password authentication failed for user "keeper"',
    });
    if (plain.certificate !== null)
      expect((await check({ ...keeper, certificate_authority: null })).message).toMatch(
        /^The server did not let Basalt in: No known authority has signed its certificate\./,
      );
    expect(await check({ user: 'visitor', password: 'of a visitor' })).toMatchObject({
      problems: [
        expect.stringMatching('The role visitor may not create roles.'),
        expect.stringMatching('The role visitor may not create schemas in this database.'),
      ],
    });
    expect(await check(keeper)).toMatchObject({
      problems: [],
      server_version: expect.stringMatching(/^17\./),
    });
    expect(await namesIn(plain, 'shop')).toEqual(before);

    const ref = await attach(api, 'Shop', { ...server, ...keeper });
    const keys = await keysOf(api, basalt, ref);
    const secret = clientOf(keys.url, keys.secret);
    expect(await secret.from('goods').select('name').eq('id', 7)).toMatchObject({
      data: [{ name: 'stone 7' }],
    });
    const anybody = clientOf(keys.url, keys.publishable);
    expect(await anybody.from('goods').select('name')).toMatchObject({ error: { code: '42501' } });
    const person = { email: 'buyer@example.com', password: 'a-long-password-1' };
    expect((await secret.auth.admin.createUser({ ...person, email_confirm: true })).error).toBeNull();
    expect((await anybody.auth.signInWithPassword(person)).error).toBeNull();
    await api.rows(
      ref,
      `create table orders (owner uuid default auth.uid() references auth.users (id), what text);
      alter table orders enable row level security;
      create policy own on orders to authenticated using (owner = auth.uid());
      grant select, insert on orders to authenticated; notify pgrst, 'reload schema'`,
    );
    await expect.poll(async () => (await anybody.from('orders').insert({ what: 'slate' })).error).toBeNull();
    expect(await anybody.from('orders').select('what')).toMatchObject({ data: [{ what: 'slate' }] });
    await secret.storage.createBucket('pictures');
    expect((await secret.storage.from('pictures').upload('a.txt', 'basalt')).error).toBeNull();

    const readOnly = await api.request('POST', `/v1/projects/${ref}/database/query/read-only`, {
      query: 'select count(*)::int as n from goods',
    });
    expect(readOnly.body).toEqual([{ n: 20 }]);
    expect((await api.request('GET', `/platform/projects/${ref}/connection`)).body).toMatchObject({
      port: plain.port,
      user: 'keeper',
      database: 'shop',
      password: null,
    });
    await test.step('functions reach it as its owner, without the password of the server', async () => {
      const form = new FormData();
      const code = `import postgres from 'npm:postgres@3';
        Deno.serve(async () => {
          const url = Deno.env.get('SUPABASE_DB_URL')!;
          const sql = postgres(url);
          const [row] = await sql\`select current_user as name, count(*)::int as goods from goods\`;
          await sql.end();
          const other = postgres(url.replace(/:[^:@]+@/, ':other@'));
          const refused = await other\`select 1\`.catch((error) => error.message);
          await other.end();
          return Response.json({ ...row, refused, tells: url.includes('first') });
        });`;
      form.append('file', new File([code], 'index.ts'));
      form.append('metadata', JSON.stringify({ name: 'count', entrypoint_path: 'index.ts' }));
      const deploy = `/v1/projects/${ref}/functions/deploy?slug=count`;
      expect((await api.send(deploy, { method: 'POST', body: form })).status).toBe(201);
      expect(await clientOf(keys.url, keys.anon).functions.invoke('count')).toMatchObject({
        data: { name: 'keeper', goods: 20, refused: 'The password is wrong.', tells: false },
      });
    });
    for (const path of ['pause', 'restart'])
      expect((await api.request('POST', `/platform/projects/${ref}/${path}`, {})).body.message).toMatch(
        /the project's database is attached, and this is done where its server runs\.$/,
      );
    await test.step('the password changes at the server', async () => {
      await plain.sql('postgres', "alter role keeper password 'second password'");
      const path = `/platform/projects/${ref}/attached-database`;
      const wrong = { ...server, ...keeper };
      expect((await api.request('PUT', path, wrong)).body.message).toMatch(/password authentication failed/);
      const other = { ...server, ...plain.superuser, database: 'postgres' };
      expect((await api.request('PUT', path, other)).body.message).toMatch(/^This is another database/);
      const next = { ...server, user: 'keeper', password: 'second password' };
      expect((await api.request('PUT', path, next)).status).toBe(200);
      expect(await api.rows(ref, 'select count(*)::int as n from goods')).toEqual([{ n: 20 }]);
    });
    await test.step('what the owner built on it stays when the project is deleted', async () => {
      await api.request('DELETE', `/platform/projects/${ref}`);
      await erase(api, ref);
      expect(await plain.sql('shop', 'select what from orders')).toEqual([{ what: 'slate' }]);
      expect(await plain.sql('shop', 'select email from auth.users')).toEqual([{ email: person.email }]);
      const logins = "select rolname from pg_roles where rolname like 'basalt%'";
      expect(await plain.sql('shop', logins)).toEqual([]);
    });
    await test.step('and without it nothing is left', async () => {
      const again = await attach(api, 'Shop again', {
        ...server,
        user: 'keeper',
        password: 'second password',
      });
      expect(await api.rows(again, 'select email from auth.users')).toEqual([{ email: person.email }]);
      await api.rows(again, 'drop table orders');
      await api.request('DELETE', `/platform/projects/${again}`);
      await erase(api, again);
      expect(await namesIn(plain, 'shop')).toEqual(before);
    });
  } finally {
    await plain.stop();
  }
});

async function erase(api: ApiClient, ref: string): Promise<void> {
  await expect
    .poll(async () => (await api.request('POST', `/platform/projects/${ref}/erase`, {})).status)
    .toBe(200);
  await expect
    .poll(async () =>
      (await api.request('GET', '/platform/projects-removed')).body.map((each: { ref: string }) => each.ref),
    )
    .not.toContain(ref);
}

/** Schemas, tables and roles. */
async function namesIn(plain: PlainPostgres, database: string) {
  return plain.sql(
    database,
    `select 'schema ' || nspname as name from pg_namespace where nspname !~ '^pg_'
    union select 'table ' || oid::regclass::text from pg_class where relkind = 'r' and oid >= 16384
    union select 'role ' || rolname from pg_roles
    union select 'publication ' || pubname from pg_publication
    union select 'event trigger ' || evtname from pg_event_trigger order by 1`,
  );
}

test('GeoJSON comes out of a database with PostGIS, also after everything was killed', async ({
  api: _,
  basalt,
}) => {
  test.skip(!existsSync(POSTGIS), `needs PostGIS for Debian's PostgreSQL 15: ${POSTGIS}`);
  const plain = await startPlainPostgres(DEBIANS);
  let again: Basalt | null = null;
  try {
    await plain.sql('postgres', 'create database map');
    await plain.sql(
      'map',
      `create extension postgis; create table places (name text primary key, at geometry(point, 4326));
      insert into places values ('Quarry', st_setsrid(st_makepoint(8.5, 50.25), 4326))`,
    );
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const ref = await attach(api, 'Map', { ...serverOf(plain, 'map'), ...plain.superuser });
    const keys = await keysOf(api, basalt, ref);
    const geoJson = async (url: string) => {
      const headers = { apikey: keys.secret, accept: 'application/geo+json' };
      const answer = await fetch(`${url}/rest/v1/places`, { headers });
      return answer.ok ? await answer.json() : answer.status;
    };
    const features = [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [8.5, 50.25] },
        properties: { name: 'Quarry' },
      },
    ];
    expect(await geoJson(keys.url)).toEqual({ type: 'FeatureCollection', features });
    killProcesses(await processesOfHome(basalt.home));
    again = await startBasalt({ environment: basalt.environment });
    expect(await geoJson(keys.url)).toEqual({ type: 'FeatureCollection', features });
  } finally {
    await plain.stop();
    if (again !== null) await disposeBasalt(again);
  }
});
