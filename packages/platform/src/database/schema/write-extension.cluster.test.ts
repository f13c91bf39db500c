import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { runQuery, withClient } from '@basalt/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../../content/content-for-test.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { ProjectConnections } from '../../project-cluster/project-connections.ts';
import { writeExtension } from './write-extension.ts';
import type { Writing } from './write-schema.ts';

// `pageinspect` and `tcn` stand for extensions of an installation: PostgreSQL leaves the first to superusers, and not the second.
const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let address: ClusterAddress;

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  address = await cluster.createDatabase();
});

const writing = (change: Partial<Writing> = {}): Writing => ({
  dependencies: {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    sqlConnections: new ProjectConnections(),
    settings: { allowedExtensions: ['pageinspect', 'tcn'] },
    log: () => {},
  } as unknown as Dependencies,
  actor: owner,
  ref: project.ref,
  preview: false,
  body: {},
  signal: undefined,
  ...change,
});
const asSuperuser = (sql: string) => withClient(address, (client) => client.query(sql));
const asOwner = (sql: string) => runQuery({ ...address, user: 'postgres' }, sql);
const wanted = { name: 'pageinspect', cascade: false };

it('is made for the owner in the schema for extensions, updated and dropped', async () => {
  await expect(asOwner('create extension pageinspect')).rejects.toThrow('permission denied');
  expect(await writeExtension.create(writing(), { ...wanted, version: '1.11' })).toMatchObject({
    schema: 'extensions',
    installed_version: '1.11',
  });
  expect(await writeExtension.update(writing(), { id: 'pageinspect' }, { update: true })).toMatchObject({
    installed_version: '1.12',
  });
  await writeExtension.delete(writing(), { id: 'pageinspect' }, false);
  const left = await asSuperuser(
    "select 1 from pg_catalog.pg_extension where extname = 'pageinspect' union all select 1 where to_regnamespace('extensions') is null",
  );
  expect(left.rows).toEqual([]);
});

it('is made in a schema of its own that nobody else can put anything into, and that goes with it', async () => {
  const preview = await writeExtension.create(writing({ preview: true }), { ...wanted, schema: 'pages' });
  expect(preview).toEqual({
    statements: [
      'create schema pages',
      'grant usage on schema pages to public',
      'grant usage on schema pages to postgres with grant option',
      'create extension pageinspect schema pages',
    ],
  });
  expect(await writeExtension.create(writing(), { ...wanted, schema: 'pages' })).toMatchObject({
    schema: 'pages',
  });
  await expect(asOwner('create table pages.mine ()')).rejects.toThrow('permission denied for schema pages');
  await expect(asOwner('drop schema pages cascade')).rejects.toThrow('must be owner of schema pages');
  await writeExtension.delete(writing(), { id: 'pageinspect' }, false);
  const { rows } = await asSuperuser("select to_regnamespace('pages') as schema");
  expect(rows).toEqual([{ schema: null }]);
});

it.each([
  ['the owner’s', 'create schema mine authorization postgres', 'mine'],
  ['open to the owner', 'create schema mine; grant create on schema mine to postgres', 'mine'],
  ['open to everybody', 'create schema mine; grant create on schema mine to public', 'mine'],
  [
    'where something of the owner’s is',
    'create schema mine; create function mine.length(text) returns int language sql return 1; alter function mine.length owner to postgres',
    'mine',
  ],
  ['public', 'select 1', 'public'],
])('is refused in a schema that is %s: its script would run what is there', async (_what, sql, schema) => {
  await asSuperuser(sql);
  await expect(writeExtension.create(writing(), { ...wanted, schema })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`into the schema ${schema}, which would then run with its rights`),
    field: 'schema',
  });
  const { rows } = await asSuperuser("select 1 from pg_catalog.pg_extension where extname = 'pageinspect'");
  expect(rows).toEqual([]);
});

it('is not updated where somebody was given the right to put something into its schema', async () => {
  await writeExtension.create(writing(), { ...wanted, version: '1.11', schema: 'pages' });
  await asSuperuser('grant create on schema pages to postgres');
  await expect(
    writeExtension.update(writing(), { id: 'pageinspect' }, { update: true }),
  ).rejects.toMatchObject({ code: 'conflict' });
});

it('runs nothing that the project has set for all sessions, and no event trigger of its', async () => {
  await asOwner('create schema trap');
  await asOwner(
    'create function trap.length(text) returns int language plpgsql as $$ begin raise exception $s$ran as %$s$, current_user; end $$',
  );
  await asSuperuser(`alter database "${address.database}" set search_path = trap, public`);
  await asSuperuser(`alter database "${address.database}" set standard_conforming_strings = off`);
  await writeExtension.create(writing(), { ...wanted, schema: 'a\\"b' });
  await writeExtension.delete(writing(), { id: 'pageinspect' }, false);
  await asSuperuser(
    'create function trap.watch() returns event_trigger language plpgsql as $$ begin end $$; alter function trap.watch owner to postgres; create event trigger watching on ddl_command_end execute function trap.watch()',
  );
  await expect(writeExtension.create(writing(), wanted)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('event trigger watching runs a function'),
  });
  await asSuperuser('drop event trigger watching');
});

it('leaves to PostgreSQL what is not on the list, and what owners may make', async () => {
  await expect(
    writeExtension.create(writing(), { name: 'file_fdw', schema: 'extensions', cascade: false }),
  ).rejects.toMatchObject({ code: 'sql_error', message: expect.stringContaining('permission denied') });
  await writeExtension.create(writing(), { name: 'tcn', schema: 'extensions', cascade: false });
  const { rows } = await asSuperuser(
    "select extowner::regrole::text as owner from pg_catalog.pg_extension where extname = 'tcn'",
  );
  expect(rows).toEqual([{ owner: 'postgres' }]);
});

it('is refused to whoever may not change the database', async () => {
  for (const call of [
    () => writeExtension.create(writing({ actor: reader }), wanted),
    () => writeExtension.update(writing({ actor: reader }), { id: 'pageinspect' }, { update: true }),
    () => writeExtension.delete(writing({ actor: reader }), { id: 'pageinspect' }, true),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
});

it('goes into no schema of the services', async () => {
  await expect(writeExtension.create(writing(), { ...wanted, schema: 'auth' })).rejects.toMatchObject({
    code: 'forbidden',
    field: 'schema',
  });
});
