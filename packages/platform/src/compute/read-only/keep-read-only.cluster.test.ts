import { useTestCluster } from '@basalt/clusters/testing';
import { connect, withClient } from '@basalt/postgres';
import { afterEach, expect, it } from 'vitest';
import { OWNER_ROLE } from '../../project-cluster/roles.ts';
import { enforceReadOnly } from './keep-read-only.ts';

// Its own cluster: the mode is one of the whole server.
const cluster = useTestCluster({ major: 17 });
const owner = () => ({ ...cluster.adminAddress, user: OWNER_ROLE });

afterEach(() => enforceReadOnly(cluster.adminAddress, false));

/** The mode reaches a session with its next transaction, a moment after the server was told. */
const insert = (client: { query: (sql: string) => Promise<unknown> }) =>
  client.query('insert into public.notes values (1)').then(
    () => 'written',
    (error: { code: string }) => error.code,
  );

it('refuses writes of open sessions, new ones and services, and takes them again', async () => {
  const open = await connect(owner());
  try {
    await open.query('create table if not exists public.notes (id int)');
    await enforceReadOnly(cluster.adminAddress, true);
    await expect.poll(() => insert(open)).toBe('25006');
    expect(await withClient(owner(), insert)).toBe('25006');
    const service = { ...cluster.adminAddress, user: 'supabase_auth_admin' };
    await expect(
      withClient(service, (client) => client.query('create table auth.more ()')),
    ).rejects.toMatchObject({
      code: '25006',
    });

    await enforceReadOnly(cluster.adminAddress, false);
    await expect.poll(() => insert(open)).toBe('written');
    expect(await withClient(owner(), insert)).toBe('written');
  } finally {
    await open.end();
  }
});

it('leaves a way to free space, and leaves the platform alone', async () => {
  await withClient(owner(), async (client) => {
    await client.query('create table if not exists public.notes (id int)');
    await client.query('insert into public.notes select generate_series(1, 100)');
    await enforceReadOnly(cluster.adminAddress, true);
    await expect.poll(() => insert(client)).toBe('25006');
    await client.query('begin read write');
    await client.query('delete from public.notes');
    await client.query('commit');
    await client.query('vacuum full public.notes');
    expect((await client.query('select from public.notes')).rowCount).toBe(0);
  });
  await withClient(cluster.adminAddress, (client) => client.query('alter role postgres password null'));
});

it('finishes what was cut short between the file and the server', async () => {
  await withClient(owner(), async (client) => {
    await client.query('create table if not exists public.notes (id int)');
    await withClient(cluster.adminAddress, (admin) =>
      admin.query('alter system set default_transaction_read_only = on'),
    );
    expect(await insert(client)).toBe('written');
    await enforceReadOnly(cluster.adminAddress, true);
    await expect.poll(() => insert(client)).toBe('25006');
  });
});
