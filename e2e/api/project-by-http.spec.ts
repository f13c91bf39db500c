import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { DATABASE_PASSWORD } from '../basalt/owner.ts';
import { psql } from '../basalt/psql.ts';
import { expect, test } from '../basalt/test.ts';

const run = promisify(execFile);

test('a script creates a project, runs SQL and connects with a Postgres client', async ({ api }) => {
  const organization_slug = await api.organization();
  const created = await api.request('POST', '/v1/projects', {
    name: 'Staffa',
    db_pass: DATABASE_PASSWORD,
    organization_slug,
    region: 'eu-west-2',
    postgres_engine: '17',
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ name: 'Staffa', region: 'eu-west-2', organization_slug });
  expect(created.body.ref).toMatch(/^[a-z]{20}$/);
  const { ref } = created.body;
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');

  const project = await api.request('GET', `/v1/projects/${ref}`);
  expect(project.body.database).toMatchObject({ postgres_engine: '17', release_channel: 'ga' });
  expect((await api.request('GET', '/v1/projects')).body).toContainEqual(project.body);
  const health = await api.request('GET', `/v1/projects/${ref}/health?services=db`);
  expect(health.body).toEqual([
    expect.objectContaining({ name: 'db', healthy: true, status: 'ACTIVE_HEALTHY' }),
  ]);

  await api.rows(ref, "create table stones (id int, kind text); insert into stones values (1, 'basalt')");
  expect(await api.rows(ref, 'select * from stones')).toEqual([{ id: 1, kind: 'basalt' }]);

  const address = await api.connectionString(ref);
  expect(await psql(address, 'select kind from stones')).toBe('basalt');
  expect(await psql(address, 'show server_version')).toMatch(/^17\./);
  expect(await psql(address, 'select rolsuper from pg_roles where rolname = current_user')).toBe('f');
});

test('a wrong database password is refused', async ({ api, project }) => {
  const address = new URL(await api.connectionString(project.ref));
  address.password = 'somebody-elses-password';
  await expect(psql(address.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('parameters reach the statement as values', async ({ api, project }) => {
  const { status, body } = await api.request('POST', `/v1/projects/${project.ref}/database/query`, {
    query: 'select $1::text as name',
    parameters: ["'; drop table students; --"],
  });
  expect(status).toBe(201);
  expect(body).toEqual([{ name: "'; drop table students; --" }]);
});

test('a read-only query reads and cannot write, whatever it tries', async ({ api, project }) => {
  await api.rows(project.ref, 'create table if not exists guarded (id int)');
  const readOnly = (query: string) =>
    api.request('POST', `/v1/projects/${project.ref}/database/query/read-only`, { query });
  expect((await readOnly('select 1 as one')).body).toEqual([{ one: 1 }]);
  for (const query of [
    'insert into guarded values (1)',
    'set transaction read write; insert into guarded values (1)',
    'commit; insert into guarded values (1)',
    'set default_transaction_read_only = off; insert into guarded values (1)',
    'reset role; insert into guarded values (1)',
    'do $$ begin insert into guarded values (1); end $$',
    'drop table guarded',
  ]) {
    expect((await readOnly(query)).status, query).toBe(400);
  }
  expect(await api.rows(project.ref, 'select * from guarded')).toEqual([]);
});

test("the database's owner can neither read files nor run programs", async ({ api, project }) => {
  for (const query of [
    "select pg_read_file('/etc/passwd')",
    "copy (select 1) to program 'id'",
    "create temp table t (l text); copy t from '/etc/passwd'",
    'set role basalt_admin',
    'alter role postgres superuser',
  ]) {
    expect((await api.query(project.ref, query)).status, query).toBe(400);
  }
});

test('the operator gets a superuser connection from the command line', async ({ basalt, project }) => {
  const env = { ...process.env, ...basalt.environment };
  const root = path.join(import.meta.dirname, '../..');
  const { stdout } = await run('npm', ['run', '-s', 'db-url', '--', project.ref], { cwd: root, env });
  expect(stdout.trim()).toMatch(/^postgresql:\/\//);
  expect(await psql(stdout.trim(), 'select rolsuper from pg_roles where rolname = current_user')).toBe('t');
  await expect(run('npm', ['run', '-s', 'db-url', '--', 'nonsense'], { cwd: root, env })).rejects.toThrow();
});
