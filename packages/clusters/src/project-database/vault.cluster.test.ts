import { rm, stat, writeFile } from 'node:fs/promises';
import { type QueryError, withClient } from '@basalt/postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClusterAddress, POSTGRES_MAJORS } from '../driver.ts';
import { clusterFolder } from '../local/files/layout.ts';
import { project, scratch, useTestDriver } from '../local/test-driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from './index.ts';

const KEY = Buffer.alloc(32, 1);
const READ = 'select name, decrypted_secret from vault.decrypted_secrets order by name';

async function ask(address: ClusterAddress, user: string, sql: string, values: unknown[] = []) {
  return withClient({ ...address, user }, async (client) => (await client.query(sql, values)).rows);
}

function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'fine',
    (error: QueryError & { code: string }) => error.code,
  );
}

describe.each(inTurn(POSTGRES_MAJORS))('the vault on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  let address: ClusterAddress;
  const as = (user: string, sql: string, values: unknown[] = []) => ask(address, user, sql, values);
  beforeAll(async () => {
    address = await cluster.createDatabase();
  });

  it.each(['postgres', 'service_role'])(
    'keeps what %s writes encrypted, however it is written',
    async (role) => {
      // The API's role logs in nowhere.
      const run = (sql: string) =>
        ask(address, role === 'postgres' ? 'postgres' : 'supabase_admin', `set role ${role}; ${sql}`);
      await run(`select vault.create_secret('plain one', 'a', 'told')`);
      await run(`insert into vault.secrets (secret, name) values ('plain two', 'b')`);
      const quiet = role === 'postgres' ? 'set session_replication_role = replica; ' : '';
      await run(`${quiet}insert into vault.secrets (secret) values ('plain ü''"\\ 🔑')`);
      await run(`select vault.update_secret(id, 'plain new') from vault.secrets where name = 'a'`);
      await run(`update vault.secrets set secret = 'plain newer', description = 'x' where name = 'b'`);
      const stored = await as(
        'supabase_admin',
        'select name, secret, nonce is null as bare from vault.secrets order by name',
      );
      expect(stored.map(({ name }) => name)).toEqual(['a', 'b', null]);
      expect(JSON.stringify(stored)).not.toContain('plain');
      expect(stored.some(({ bare }) => bare)).toBe(false);
      expect(await as(role === 'postgres' ? role : 'supabase_admin', READ)).toEqual([
        { name: 'a', decrypted_secret: 'plain new' },
        { name: 'b', decrypted_secret: 'plain newer' },
        { name: null, decrypted_secret: `plain ü'"\\ 🔑` },
      ]);
      await run('delete from vault.decrypted_secrets');
      expect(await as('supabase_admin', READ)).toEqual([]);
    },
  );

  it('shows nothing of it to others', async () => {
    await as('postgres', `select vault.create_secret('plain', 'mine')`);
    for (const role of ['anon', 'authenticated', 'supabase_auth_admin', 'supabase_storage_admin'])
      for (const sql of ['select * from vault.secrets', READ, `select vault.create_secret('x')`])
        expect(await codeOf(as('supabase_admin', `set role ${role}; ${sql}`)), `${role}: ${sql}`).toBe(
          '42501',
        );
    expect(await as('supabase_read_only_user', 'select name, description from vault.secrets')).toEqual([
      { name: 'mine', description: '' },
    ]);
    for (const sql of ['select secret from vault.secrets', READ])
      expect(await codeOf(as('supabase_read_only_user', sql)), sql).toBe('42501');
    for (const sql of [
      `select vault._row_key(gen_random_uuid(), 'encrypt')`,
      `select vault._encrypt(gen_random_uuid(), 'x', ''::bytea)`,
      `select pg_read_binary_file('../vault.key')`,
      `copy vault.secrets from '../vault.key'`,
      `insert into vault.secrets (secret, nonce) values ('plain', 'x')`,
      'update vault.secrets set nonce = null',
      'update vault.secrets set id = gen_random_uuid()',
      'alter table vault.secrets disable trigger all',
      'drop schema vault cascade',
      'create or replace view vault.decrypted_secrets as select 1',
      'create function vault.mine() returns int language sql return 1',
      'create table mine (id int); create trigger t before insert on mine for each row execute function vault._encrypt_secret()',
    ])
      expect(await codeOf(as('postgres', sql)), sql).toBe('42501');
    await as('postgres', 'delete from vault.secrets');
  });

  it('refuses a second secret of one name, one that is too long, and what was put into another row', async () => {
    const [one] = await as('postgres', `select vault.create_secret($1, $2) as id`, [
      'x'.repeat(65_536),
      `o'n"e`,
    ]);
    await as('postgres', `select vault.create_secret('short', 'two')`);
    expect(await codeOf(as('postgres', `select vault.create_secret('x', $1)`, [`o'n"e`]))).toBe('23505');
    expect(await codeOf(as('postgres', `select vault.create_secret($1)`, ['x'.repeat(65_537)]))).toBe(
      '22001',
    );
    await as(
      'supabase_admin',
      `update vault.secrets as s set secret = o.secret, nonce = o.nonce
      from vault.secrets as o where s.name = 'two' and o.id = $1`,
      [one.id],
    );
    expect(await codeOf(as('postgres', READ))).toBe('XX001');
    await as('supabase_admin', `update vault.secrets set secret = '*', nonce = '1' where name = 'two'`);
    expect(await codeOf(as('postgres', READ))).toBe('XX001');
    expect(await as('postgres', `${READ.replace('order by', `where name <> 'two' order by`)}`)).toHaveLength(
      1,
    );
    await as(
      'postgres',
      `select vault.update_secret(id, 'whole again') from vault.secrets where name = 'two'`,
    );
    expect(
      await as('postgres', `select decrypted_secret from vault.decrypted_secrets where name = 'two'`),
    ).toEqual([{ decrypted_secret: 'whole again' }]);
  });

  it('lets one of many who create the same name win', async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(as('postgres', `select vault.create_secret('x', 'raced')`))),
    );
    expect(codes.sort()).toEqual([...Array<string>(7).fill('23505'), 'fine']);
  });

  it('leaves no secret in the statistics of statements', async () => {
    await as('postgres', `select vault.create_secret('plain in a statement', 'counted')`);
    await as('postgres', `update vault.secrets set secret = 'plain in another' where name = 'counted'`);
    const found = await as(
      'supabase_admin',
      `select query from extensions.pg_stat_statements where query ~ 'vault'`,
    );
    expect(JSON.stringify(found)).not.toContain('plain in');
  });
});

describe('the key of a vault', () => {
  const context = useTestDriver();
  const options = { scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() };

  it('lies beside the data, is written again when it is lost, and is the project’s in scratch clusters too', async () => {
    const driver = await context.open(options);
    driver.useVaultKeys(async (ref) => (ref === 'abc' ? KEY : null));
    await driver.create(project('abc'));
    const { address } = await driver.start('abc');
    await ask(address, 'postgres', `select vault.create_secret('plain', 'kept')`);
    const { vaultKey } = clusterFolder(driver.root, 'abc');
    const { uid, mode } = await stat(vaultKey);
    expect([uid, mode & 0o027]).toEqual([process.getuid?.(), 0]);

    await rm(vaultKey);
    expect(await codeOf(ask(address, 'postgres', READ))).toBe('55000');
    await driver.restart('abc');
    expect(await ask(address, 'postgres', READ)).toEqual([{ name: 'kept', decrypted_secret: 'plain' }]);
    // A foreign one does no harm: nothing is read with it, and it is replaced.
    await writeFile(vaultKey, Buffer.alloc(32, 9));
    expect(await codeOf(ask(address, 'postgres', READ))).toBe('XX001');
    await driver.restart('abc');
    expect(await ask(address, 'postgres', READ)).toHaveLength(1);

    // A data directory that takes the place of the present one, and goes again.
    await driver.create(scratch('copy'));
    const copy = await driver.start('copy', undefined, { contentOf: 'abc' });
    await ask(copy.address, 'postgres', `select vault.create_secret('of the copy', 'kept')`);
    await driver.stop('copy');
    await driver.stop('abc');
    await driver.replace('abc', 'copy', 'before');
    await driver.start('abc');
    expect(await ask(address, 'postgres', READ)).toEqual([{ name: 'kept', decrypted_secret: 'of the copy' }]);
    await driver.stop('abc');
    await driver.putBack('abc', 'before', null);
    await driver.start('abc');
    expect(await ask(address, 'postgres', READ)).toEqual([{ name: 'kept', decrypted_secret: 'plain' }]);
    await driver.remove('abc');
  });

  it('that cannot be had keeps nobody from the project', async () => {
    const driver = await context.open(options);
    driver.useVaultKeys(() => Promise.reject(new Error('away')));
    await driver.create(project('abd'));
    const { address } = await driver.start('abd');
    expect(await codeOf(ask(address, 'postgres', `select vault.create_secret('x')`))).toBe('55000');
    await driver.remove('abd');
  });

  it('is not needed where the schema is somebody else’s: that stays as it is, and later updates go on', async () => {
    const without = (name: string) => name !== '23-vault.sql';
    const earlier = await context.open({
      scripts: (major) => projectDatabaseScripts(major).filter(({ name }) => without(name)),
      updates: options.updates.filter(({ name }) => without(name)),
    });
    await earlier.create(project('abe'));
    const { address } = await earlier.start('abe');
    await ask(address, 'supabase_admin', 'alter database postgres owner to postgres');
    await ask(address, 'postgres', 'create schema vault; create table vault.secrets (mine text)');
    const after = { name: 'later', sql: 'create schema later' };
    const now = await context.open({ updates: [...options.updates, after] });
    await now.start('abe');
    await earlier.restart('abe');
    await now.restart('abe');
    expect(await ask(address, 'postgres', 'select mine from vault.secrets')).toEqual([]);
    expect(await ask(address, 'postgres', `select to_regnamespace('later') is not null as yes`)).toEqual([
      { yes: true },
    ]);
    await now.remove('abe');
  });
});
