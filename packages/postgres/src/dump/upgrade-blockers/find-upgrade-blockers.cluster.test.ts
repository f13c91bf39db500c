import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../connections/connect.ts';
import { findUpgradeBlockers } from './find-upgrade-blockers.ts';

const cluster = useTestCluster({ major: 17 });
const OF_PROJECTS = ['pg_stat_statements', 'pgcrypto', 'uuid-ossp'];

/** The other databases of the test cluster are none of a project's. */
async function blockers(
  target: Parameters<typeof findUpgradeBlockers>[0],
  major = 18,
  extensions = OF_PROJECTS,
) {
  const found = await findUpgradeBlockers(target, major, { extensions });
  return found.filter(({ name }) => !/^(test_\w+|basalt_pristine)$/.test(name));
}

describe('findUpgradeBlockers', () => {
  it('finds nothing in a new project', async () => {
    expect(await blockers(await cluster.createDatabase())).toEqual([]);
  });

  it('names everything that stands in the way', async () => {
    const database = await cluster.createDatabase();
    await withClient(database, async (client) => {
      await client.query('create extension hstore schema extensions');
      await client.query('create table public.watched (row pg_stat_activity, rows pg_class[])');
      await client.query(
        'create table public.parent (a int not null); create table public.child () inherits (public.parent)',
      );
      await client.query('alter table public.child alter a drop not null');
      await client.query(`create function public.by_superuser() returns int language sql as 'select 1';
        create view public.seen as select 1 as a;
        create table public.found (a text); create index on public.found (lower(a));
        create table public.harmless (a int primary key);
        create operator class public.own for type int4 using btree as operator 1 <;
        create function public.on_change() returns event_trigger language plpgsql as 'begin end';
        create event trigger mine on ddl_command_end execute function public.on_change();
        alter function public.on_change() owner to postgres`);
      await client.query(`create role boss superuser; create role reader; grant pg_read_server_files to reader;
        grant set on parameter log_statement to reader;
        grant execute on function pg_catalog.pg_read_file(text) to reader`);
      await client.query(
        `create view public.two as select extract('day from now()); select 1; --' from now()); alter view public.two owner to postgres`,
      );
      await client.query(
        `create subscription news connection 'dbname=x' publication p with (connect = false)`,
      );
      await client.query('create database other_one');
      await client.query(
        `select pg_create_physical_replication_slot('basalt_wal'), pg_create_physical_replication_slot('mine')`,
      );
      try {
        const found = (await blockers(database)).map(({ kind, name }) => `${kind} ${name}`);
        expect(found).toEqual([
          'extension hstore',
          'replication_slot mine',
          'data_type public.watched."row"',
          'data_type public.watched.rows',
          'unsupported_object news',
          'unsupported_object other_one',
          'unsupported_object public.child.a',
          'unsupported_object public.two',
          'unsupported_object boss',
          'unsupported_object reader',
          'unsupported_object reader',
          'unsupported_object mine',
          'unsupported_object reader',
          'unsupported_object public.by_superuser()',
          'unsupported_object public.seen',
          'unsupported_object public.found',
          'unsupported_object public.own USING btree',
          'unsupported_object public.own USING btree',
        ]);
      } finally {
        await client.query(`select pg_drop_replication_slot('mine'), pg_drop_replication_slot('basalt_wal')`);
        await client.query('alter subscription news set (slot_name = none)');
        await client.query('drop subscription news');
        await client.query('drop database other_one');
        await client.query(`drop event trigger mine; drop owned by reader; drop role boss, reader`);
      }
    });
  });

  it('names a session that keeps a table locked', async () => {
    const database = await cluster.createDatabase();
    await withClient(database, async (client) => {
      await client.query('create table public.held (a int)');
      await client.query('begin; lock table public.held');
      await expect.poll(async () => (await blockers(database)).map(({ kind }) => kind)).toEqual(['sessions']);
    });
  });

  it('says what to do in a sentence', async () => {
    const [blocker] = await blockers(await cluster.createDatabase(), 18, ['pg_stat_statements', 'pgcrypto']);
    expect(blocker).toEqual({
      kind: 'extension',
      name: 'uuid-ossp',
      message:
        'The extension "uuid-ossp" is not available for PostgreSQL 18. Drop it before the upgrade, or stay on this version.',
    });
  });

  it('refuses to go back', async () => {
    const found = await blockers(await cluster.createDatabase(), 16);
    expect(found).toMatchObject([{ kind: 'unsupported_object', name: 'PostgreSQL 16' }]);
  });
});
