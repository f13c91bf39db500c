import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterAddress, openFolderStore, openLocalDriver } from '@basalt/clusters';
import { KubernetesForTest, useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readKeptBackups, readV1KeptBackups } from '../../backups/kubernetes/kept-backups.ts';
import { actorForTest } from '../../backups/platform-for-test.ts';
import { restoreBackup } from '../../backups/recovery/restore-backup.ts';
import { restoreToNew } from '../../backups/recovery/restore-to-new.ts';
import { createBackup, removeBackup } from '../../backups/schedule/change-backups.ts';
import { setPostgresConfig } from '../../compute/postgres-config/set-postgres-config.ts';
import { readCompute } from '../../compute/read-compute.ts';
import { resizeProject } from '../../compute/resize-project.ts';
import { connectionOf } from '../../database/connection.ts';
import { poolerConfig } from '../../database/pooler-config.ts';
import { updatePoolerSize } from '../../database/update-pooler-size.ts';
import type { Actor } from '../../kernel/ports.ts';
import { openPlatform, type Platform } from '../../platform.ts';
import { getProject } from '../../projects/store.ts';
import { changeAttached, getAttached } from '../attachment/attach-project.ts';
import { deleteProject } from '../deletion/delete-project.ts';
import { restoreProject } from '../pause/restore-project.ts';
import { changeProject } from '../running/restart-project.ts';
import { createProject } from './create-project.ts';

/** Stands for the server that CloudNativePG would start: its superuser is called as there. */
const server = useTestCluster({ major: 17, kind: 'platform', name: 'kept' });
const kubernetes = new KubernetesForTest();
let platform: Platform;
let database: ClusterAddress;
let actor: Actor;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'basalt-kept-'));
  const own = await server.createDatabase();
  await withClient(server.adminAddress, async (client) => {
    for (const name of ['postgres', 'supabase_admin'])
      await client.query(`do $do$ begin
        if not exists (select from pg_catalog.pg_roles where rolname = '${name}') then
          create role ${name} superuser login;
        end if;
      end $do$`);
  });
  await kubernetes.start();
  platform = await openPlatform({
    databaseUrl: `postgresql://${own.user}@localhost/${own.database}?host=${encodeURIComponent(own.host)}&port=${own.port}`,
    clusters: await openLocalDriver({ home, listenAddress: '', poolSize: 0 }),
    keeper: await kubernetes.openKeeper(),
    backupStore: await openFolderStore(join(home, 'backups')),
    secretKey: randomBytes(32),
    settings: {
      dashboardUrl: 'https://basalt.example.com',
      projectUrl: (ref) => `https://${ref}.example.com`,
      defaultPlan: 'pro',
      databaseHost: '127.0.0.1',
      databasePorts: { first: 42_000, last: 42_100 },
      pooler: { host: 'localhost', session: null, transaction: null },
      deletionGraceDays: 0,
      allowedExtensions: null,
      gitRepositories: null,
      modelServer: null,
      openId: null,
      modelTimeoutMs: 1_000,
    },
    // A service that leads to the server while there are servers.
    remoteDatabases: () => ({
      door: async (ref) => {
        if (!kubernetes.isServing(ref)) throw new Error('Nobody answers.');
        return database;
      },
      once: async (_, work) => work(database),
      close: async () => {},
    }),
    log: () => {},
  });
  const { db } = platform.dependencies;
  await platform.bootstrap(
    {
      email: 'owner@example.com',
      password: 'columns of stone',
      organizationName: 'Stone works',
      plan: 'pro',
    },
    null,
  );
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  actor = actorForTest(id, 'owner@example.com');
});

/** Every test has one project whose database it is, and those that are made of it. */
beforeEach(async () => {
  database = await server.createDatabase();
  kubernetes.refuse(() => null);
});

afterAll(async () => {
  await platform.close(1_000);
  await kubernetes.stop();
  await rm(home, { recursive: true, force: true });
});

async function makeProject(): Promise<string> {
  const { dependencies } = platform;
  const { slug } = await dependencies.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow();
  const { project } = await createProject(dependencies, actor, {
    organization_slug: slug,
    name: 'Quarry',
    db_pass: 'columns of stone',
  });
  return project.ref;
}

function projectNow(ref: string) {
  return platform.dependencies.db
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirst();
}

function expectStatus(ref: string) {
  return expect.poll(async () => {
    const { status, status_reason } = (await projectNow(ref)) ?? {};
    return [status, status_reason];
  });
}

function lastOperation(ref: string) {
  return platform.dependencies.db
    .selectFrom('operations')
    .innerJoin('projects', 'projects.id', 'operations.project_id')
    .selectAll('operations')
    .where('projects.ref', '=', ref)
    .orderBy('operations.started_at', 'desc')
    .executeTakeFirst();
}

it('makes a project in Kubernetes, pauses, restores, restarts, resizes and deletes it there', async () => {
  const { dependencies } = platform;
  const { db } = dependencies;
  const ref = await makeProject();
  const now = () => projectNow(ref);
  const status = () => expectStatus(ref);

  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(await now()).toMatchObject({
    server_keeper: 'kubernetes',
    attached_version: expect.stringMatching(/^17\./),
  });
  expect(await dependencies.clusters.status(ref)).toBe('running');
  const attached = await db.selectFrom('attached_databases').selectAll().executeTakeFirstOrThrow();
  expect(attached).toMatchObject({
    host: `basalt-${ref}-rw.${kubernetes.namespace}.svc`,
    tls: 'verify',
    certificate_authority: kubernetes.authority,
  });
  expect(kubernetes.passwordOf(ref)).toBe('columns of stone');
  await withClient(database, async (client) => {
    const { rows } = await client.query(`select logins from basalt.attachment`);
    expect(rows).toEqual([{ logins: `basalt_${ref}` }]);
  });

  // Two pods share what a server of this size leaves to its pooler.
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 5 });

  await changeProject(dependencies, actor, ref, 'pause');
  await status().toEqual(['INACTIVE', null]);
  expect(kubernetes.isServing(ref)).toBe(false);
  expect(kubernetes.poolerOf(ref)?.pods).toBe(0);
  await restoreProject(dependencies, actor, ref, { by: 'dashboard' });
  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.isServing(ref)).toBe(true);
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 5 });
  await changeProject(dependencies, actor, ref, 'restart');
  await status().toEqual(['ACTIVE_HEALTHY', null]);

  expect(kubernetes.sizeOf(ref).memory).toBe('512Mi');
  await resizeProject(dependencies, actor, ref, { size: 'small' });
  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(await now()).toMatchObject({ compute_size: 'small' });
  expect(kubernetes.sizeOf(ref)).toMatchObject({
    memory: '2048Mi',
    parameters: { shared_buffers: '512MB', max_connections: '90' },
  });
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 10 });
  // Sizes are not held against the machine that Basalt is on.
  const { sizes } = await readCompute(dependencies, actor, ref);
  expect(sizes.filter(({ unavailable }) => unavailable !== null)).toEqual([]);
  await expect(resizeProject(dependencies, actor, ref, { disk_size_gb: 100 })).rejects.toThrow(
    'it is a volume in Kubernetes',
  );
  kubernetes.refuse(({ memory }) => (memory === '32768Mi' ? 'the quota of the namespace is 16Gi' : null));
  await resizeProject(dependencies, actor, ref, { size: '2xlarge' });
  await expect
    .poll(() => lastOperation(ref))
    .toMatchObject({ kind: 'resize', state: 'failed', reason: expect.stringContaining('the quota of') });
  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(await now()).toMatchObject({ compute_size: 'small' });
  expect(kubernetes.sizeOf(ref).memory).toBe('2048Mi');
  expect(kubernetes.isServing(ref)).toBe(true);
  await setPostgresConfig(dependencies, actor, ref, { work_mem: '9MB' }, true);
  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.sizeOf(ref).parameters).toMatchObject({ work_mem: '9MB', shared_buffers: '512MB' });

  const elsewhere = { ref, host: 'db.example.com', port: 5432, database: 'x', user: 'x', password: 'x' };
  await expect(
    changeAttached(dependencies, actor, { ...elsewhere, tls: 'verify', certificate_authority: null }),
  ).rejects.toThrow('Basalt keeps it in Kubernetes');
  await expect(getProject(db, actor, ref)).resolves.toMatchObject({
    project: { attached_version: expect.any(String) },
  });

  await deleteProject(dependencies, actor, ref);
  await expect.poll(now).toBeUndefined();
  expect(kubernetes.objectsOf(ref)).toEqual([]);
});

it('the pooler beside it is told of at the project, and its size can be chosen', async () => {
  const { dependencies } = platform;
  const ref = await makeProject();
  await expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  const host = `basalt-${ref}-pooler-rw.${kubernetes.namespace}.svc`;
  expect(await getAttached(dependencies, actor, ref)).toMatchObject({ pooler: { host, port: 5432 } });
  const config = async () => {
    const access = await getProject(dependencies.db, actor, ref);
    return poolerConfig(access.project, await connectionOf(access, dependencies));
  };
  expect(await config()).toMatchObject({
    db_host: host,
    db_port: 5432,
    db_user: 'postgres',
    db_name: 'app',
    pool_mode: 'transaction',
    default_pool_size: 10,
    max_client_conn: 5_000,
  });

  await updatePoolerSize(dependencies, actor, ref, { default_pool_size: 16 });
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 8 });
  await expect(updatePoolerSize(dependencies, actor, ref, { default_pool_size: 20 })).rejects.toThrow(
    'must be from 1 to 19',
  );
  // What was saved and could not be told is told when it is saved again.
  kubernetes.refusePoolers('the pods are counted');
  await expect(updatePoolerSize(dependencies, actor, ref, { default_pool_size: 12 })).rejects.toThrow(
    'the pods are counted',
  );
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 8 });
  kubernetes.refusePoolers(null);
  await updatePoolerSize(dependencies, actor, ref, { default_pool_size: 12 });
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 6 });

  await changeProject(dependencies, actor, ref, 'pause');
  await expectStatus(ref).toEqual(['INACTIVE', null]);
  await updatePoolerSize(dependencies, actor, ref, { default_pool_size: 4 });
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 0, connections: 2 });
  await restoreProject(dependencies, actor, ref, { by: 'dashboard' });
  await expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 2 });
  // The size that follows from the server is what a restart brings, too.
  await updatePoolerSize(dependencies, actor, ref, { default_pool_size: null });
  await changeProject(dependencies, actor, ref, 'restart');
  await expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.poolerOf(ref)).toEqual({ pods: 2, connections: 5 });

  await deleteProject(dependencies, actor, ref);
  await expect.poll(() => projectNow(ref)).toBeUndefined();
  expect(kubernetes.poolerOf(ref)).toBeNull();
});

it('takes backups in Kubernetes, and makes new projects of them and of moments', async () => {
  const { dependencies } = platform;
  const ref = await makeProject();
  await expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  const overview = async () => readKeptBackups(dependencies, (await projectNow(ref))!);
  // The operator makes the first one by schedule.
  await expect
    .poll(overview)
    .toMatchObject({ schedule: '0 0 3 * * *', backups: [{ is_scheduled: true, state: 'done' }] });

  await createBackup(dependencies, actor, ref);
  await expect.poll(() => lastOperation(ref)).toMatchObject({ kind: 'back_up', state: 'done' });
  const { backups, earliest } = await overview();
  expect(backups).toMatchObject([
    { is_scheduled: false, state: 'done', is_restorable: true },
    { is_scheduled: true },
  ]);
  expect((await readV1KeptBackups(dependencies, (await projectNow(ref))!)).backups).toMatchObject(
    backups.map(({ id }) => ({ id, status: 'COMPLETED' })),
  );

  const made = { ref, name: 'Quarry again', db_pass: 'another column' };
  await resizeProject(dependencies, actor, ref, { size: 'small' });
  await expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  const { ref: copy } = await restoreToNew(dependencies, actor, made, { backup_id: backups[0]!.id });
  await expectStatus(copy).toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.bootstrapOf(copy)).toMatchObject({
    recovery: { recoveryTarget: { backupID: expect.any(String), targetImmediate: true } },
  });
  // It is as large as the one that it was made of, with a password and logins of its own.
  expect(kubernetes.sizeOf(copy).memory).toBe('2048Mi');
  expect(kubernetes.passwordOf(copy)).toBe('another column');
  await withClient(database, async (client) => {
    const { rows } = await client.query('select logins from basalt.attachment');
    expect(rows).toEqual([{ logins: `basalt_${copy}` }]);
    const { rows: roles } = await client.query('select from pg_roles where starts_with(rolname, $1)', [
      `basalt_${ref}`,
    ]);
    expect(roles).toEqual([]);
  });
  expect(kubernetes.isServing(ref)).toBe(true);

  const { ref: ofMoment } = await restoreToNew(dependencies, actor, made, { at: earliest! });
  await expectStatus(ofMoment).toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.bootstrapOf(ofMoment)).toMatchObject({
    recovery: { recoveryTarget: { targetTime: earliest } },
  });

  await expect(
    restoreToNew(dependencies, actor, made, { at: new Date(Date.now() + 60_000).toISOString() }),
  ).rejects.toThrow('still to come');
  await expect(restoreToNew(dependencies, actor, made, { backup_id: 7 })).rejects.toThrow('no backup');
  await expect(restoreBackup(dependencies, actor, ref, { at: earliest! })).rejects.toThrow(
    'not restored in place',
  );
  await expect(removeBackup(dependencies, actor, ref, backups[0]!.id)).rejects.toThrow(
    'Backups cannot be deleted here',
  );

  // What cannot be made is taken away again, and the project that it was to be made of is as it was.
  kubernetes.refuse(({ isRecovery }) => (isRecovery ? 'the namespace has no volumes left' : null));
  const { ref: failed } = await restoreToNew(dependencies, actor, made, { backup_id: backups[0]!.id });
  await expectStatus(failed).toEqual(['INIT_FAILED', expect.stringContaining('no volumes left')]);
  expect(kubernetes.objectsOf(failed)).toEqual([]);
  expect(kubernetes.isServing(ref)).toBe(true);
});
