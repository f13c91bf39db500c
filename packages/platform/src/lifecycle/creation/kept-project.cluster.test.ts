import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterAddress, openFolderStore, openLocalDriver } from '@basalt/clusters';
import { KubernetesForTest, useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorForTest } from '../../backups/platform-for-test.ts';
import { setPostgresConfig } from '../../compute/postgres-config/set-postgres-config.ts';
import { readCompute } from '../../compute/read-compute.ts';
import { resizeProject } from '../../compute/resize-project.ts';
import type { Actor } from '../../kernel/ports.ts';
import { openPlatform, type Platform } from '../../platform.ts';
import { getProject } from '../../projects/store.ts';
import { changeAttached } from '../attachment/attach-project.ts';
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
  database = await server.createDatabase();
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

afterAll(async () => {
  await platform.close(1_000);
  await kubernetes.stop();
  await rm(home, { recursive: true, force: true });
});

it('makes a project in Kubernetes, pauses, restores, restarts, resizes and deletes it there', async () => {
  const { dependencies } = platform;
  const { db } = dependencies;
  const { slug } = await db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow();
  const { project } = await createProject(dependencies, actor, {
    organization_slug: slug,
    name: 'Quarry',
    db_pass: 'columns of stone',
  });
  const { ref } = project;
  const now = () => db.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirst();
  const lastOperation = (ref: string) =>
    db
      .selectFrom('operations')
      .innerJoin('projects', 'projects.id', 'operations.project_id')
      .selectAll('operations')
      .where('projects.ref', '=', ref)
      .orderBy('operations.started_at', 'desc')
      .executeTakeFirst();
  const status = () =>
    expect.poll(async () => {
      const { status, status_reason } = (await now()) ?? {};
      return [status, status_reason];
    });

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

  await changeProject(dependencies, actor, ref, 'pause');
  await status().toEqual(['INACTIVE', null]);
  expect(kubernetes.isServing(ref)).toBe(false);
  await restoreProject(dependencies, actor, ref, { by: 'dashboard' });
  await status().toEqual(['ACTIVE_HEALTHY', null]);
  expect(kubernetes.isServing(ref)).toBe(true);
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
  // Sizes are not held against the machine that Basalt is on.
  const { sizes } = await readCompute(dependencies, actor, ref);
  expect(sizes.filter(({ unavailable }) => unavailable !== null)).toEqual([]);
  await expect(resizeProject(dependencies, actor, ref, { disk_size_gb: 100 })).rejects.toThrow(
    'it is a volume in Kubernetes',
  );
  kubernetes.refuse((memory) => (memory === '32768Mi' ? 'the quota of the namespace is 16Gi' : null));
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
