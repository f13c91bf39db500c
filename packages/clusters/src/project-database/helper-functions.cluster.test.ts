import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, rowsAs } from './attempt.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const CALLER = 'select auth.uid() as id, auth.role() as role, auth.email() as email';

describe.each(inTurn(POSTGRES_MAJORS))('what policies can ask on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  const asAnon = (...statements: string[]) =>
    rowsAs(cluster.adminAddress, 'authenticator', 'set role anon', ...statements);

  test('the caller is in the claims', async () => {
    const claims = JSON.stringify({ sub: ID, role: 'authenticated', email: 'ada@x.test', extra: [1] });
    const rows = await asAnon(`set request.jwt.claims = '${claims}'`, `${CALLER}, auth.jwt()`);
    expect(rows).toEqual([
      { id: ID, role: 'authenticated', email: 'ada@x.test', jwt: JSON.parse(claims) as unknown },
    ]);
  });

  test('the old way, a setting for each claim, wins', async () => {
    const rows = await asAnon(
      `set request.jwt.claims = '{"sub":"not this","role":"anon"}'`,
      `set request.jwt.claim.sub = '${ID}'`,
      `set request.jwt.claim.role = 'service_role'`,
      `set request.jwt.claim.email = 'old@x.test'`,
      CALLER,
    );
    expect(rows).toEqual([{ id: ID, role: 'service_role', email: 'old@x.test' }]);
  });

  test.each([[[]], [[`set request.jwt.claims = ''`, `set request.jwt.claim.sub = ''`]]])(
    'nobody is null: %j',
    async (before) => {
      const rows = await asAnon(...before, `${CALLER}, auth.jwt()`);
      expect(rows).toEqual([{ id: null, role: null, email: null, jwt: null }]);
    },
  );

  test.each([
    ['a/b/c.tar.gz', { folder: ['a', 'b'], file: 'c.tar.gz', extension: 'gz' }],
    ['top', { folder: [], file: 'top', extension: '' }],
    ['v1.2/notes', { folder: ['v1.2'], file: 'notes', extension: '' }],
    ['', { folder: [], file: '', extension: '' }],
  ])('the path %j has parts', async (path, parts) => {
    const ask = `select storage.foldername('${path}') as folder, storage.filename('${path}') as file,
      storage.extension('${path}') as extension`;
    expect(await asAnon(ask)).toEqual([parts]);
  });

  test('what the storage and realtime services say about the request', async () => {
    const ask = 'select storage.operation() as operation, realtime.topic() as topic';
    const told = [`set storage.operation = 'object.list'`, `set realtime.topic = 'room'`];
    expect(await asAnon(...told, ask)).toEqual([{ operation: 'object.list', topic: 'room' }]);
    expect(await asAnon(ask)).toEqual([{ operation: null, topic: null }]);
  });

  test('objects are listed one level at a time, folders first', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(
      database,
      'postgres',
      `insert into storage.buckets (id, name) values ('b', 'b')`,
      `insert into storage.objects (bucket_id, name, metadata) values
        ('b', 'pics/2/a.png', '{"size": 5}'), ('b', 'pics/z.png', '{"size": 7}'), ('b', 'pics/A.png', '{}'), ('b', 'top', '{}')`,
    );
    const list = async (call: string) =>
      (
        await rowsAs(database, 'postgres', `select name, id is null as folder from storage.search(${call})`)
      ).map(({ name, folder }) => (folder ? `${name}/` : name));
    expect(await list(`'', 'b'`)).toEqual(['pics/', 'top']);
    expect(await list(`'pics/', 'b', levels => 2`)).toEqual(['2/', 'A.png', 'z.png']);
    expect(await list(`'PICS/', 'b', levels => 2, search => 'Z'`)).toEqual(['z.png']);
    expect(await list(`'pics/', 'b', 1, 2, 1, sortorder => 'desc'`)).toEqual(['z.png']);
    expect(await rowsAs(database, 'postgres', 'select * from storage.get_size_by_bucket()')).toEqual([
      { size: 12, bucket_id: 'b' },
    ]);
  });

  test('storage says what a policy would admit, and keeps files and rows together', async () => {
    const can = `select storage.can_insert_object('b', 'k', null, '{}')`;
    const bucket = `insert into storage.buckets (id, name) values ('b', 'b')`;
    const admin = cluster.adminAddress;
    expect(await attempt(admin, { as: 'postgres', before: [bucket], run: can })).toBe('PT200');
    expect(await attempt(admin, { as: 'authenticator', before: ['set role anon'], run: can })).toBe('42501');
    const meant = [`set local storage.allow_delete_query = 'true'`];
    const run = 'delete from storage.objects';
    expect(await attempt(admin, { as: 'supabase_storage_admin', run })).toBe('42501');
    expect(await attempt(admin, { as: 'supabase_storage_admin', before: meant, run })).toBe('ok');
  });
});
