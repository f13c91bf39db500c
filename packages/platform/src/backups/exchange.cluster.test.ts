import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackupStore,
  type ClusterBackups,
  type LocalDriver,
  openClusterBackups,
  openFolderStore,
  openLocalDriver,
} from '@basalt/clusters';
import { shareTemplates, useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionsAway, NO_OBJECTS } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import type { OperationDefinition, StepContext } from '../operations/definition.ts';
import { addResult, loadOperation } from '../operations/store.ts';
import { insertVaultKey, vaultKeyOf } from '../project-cluster/vault-keys.ts';
import { openTestPlatform, secrets, type TestPlatform } from './platform-for-test.ts';
import { restoreBackup } from './recovery/restore-steps.ts';
import { restoreToNew } from './recovery/restore-to-new-steps.ts';
import { returnTo } from './recovery/return-steps.ts';

// Every step runs twice, as after a death before its end was written down, and an operation that fails after any of them leaves the
// project as it was.

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: TestPlatform;
let home: string;
let clusters: LocalDriver;
let backupStore: BackupStore;
let backups: ClusterBackups;
let project: ProjectRow;
/** Between the first row and the second. */
let between: Date;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
  // In memory where there is such a folder: databases are made and thrown away here by the dozen.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  home = await mkdtemp(join(parent, 'basalt-exchange-'));
  await shareTemplates(home);
  clusters = await openLocalDriver({ home, listenAddress: '', poolSize: 0 });
  backupStore = await openFolderStore(join(home, 'backups'));
  backups = openClusterBackups({ driver: clusters, store: backupStore });
  project = await platform.insertProject();
  const { ref } = project;
  clusters.useVaultKeys((of) => vaultKeyOf(platform.db, secrets, of));
  await insertVaultKey(platform.db, secrets, project.id);
  await clusters.create({ ref, kind: 'project', major: 17, port: null });
  await clusters.start(ref);
  await run('create table public.stones (name text)');
  await run("select vault.create_secret('of granite', 'key')");
  await backups.takeBase(ref);
  await run("insert into public.stones values ('first')");
  await sleep(20);
  between = new Date();
  await sleep(20);
  await run("insert into public.stones values ('second')");
  await run("select vault.update_secret(id, 'of marble') from vault.secrets");
  await platform.db
    .updateTable('project_api_settings')
    .set({ auth: JSON.stringify({ jwt_exp: 60 }) })
    .where('project_id', '=', project.id)
    .execute();
  await backups.ship(ref);
}, 180_000);

afterAll(async () => {
  for (const ref of [...(await clusters.list()), ...(await clusters.listScratch())])
    await clusters.remove(ref);
  await clusters.close();
  await platform.db.destroy();
  await rm(home, { recursive: true, force: true });
});

async function run(sql: string, ref = project.ref): Promise<Record<string, unknown>[]> {
  return withClient(await clusters.address(ref), async (client) => (await client.query(sql)).rows);
}

const present = async (of = project) => {
  const names = (await run('select name from public.stones order by name', of.ref)).map(({ name }) => name);
  const { auth } = await platform.db
    .selectFrom('project_api_settings')
    .select('auth')
    .where('project_id', '=', of.id)
    .executeTakeFirstOrThrow();
  const kept = await run('select name, decrypted_secret as text from vault.decrypted_secrets', of.ref);
  return { names, auth, kept };
};
const THEN = { names: ['first'], auth: {}, kept: [{ name: 'key', text: 'of granite' }] };
const NOW = {
  names: ['first', 'second'],
  auth: { jwt_exp: 60 },
  kept: [{ name: 'key', text: 'of marble' }],
};

async function begin(
  kind: 'restore_backup' | 'return_to' | 'restore_to_new',
  input: Record<string, unknown>,
  of = project,
) {
  const id = randomUUID();
  await platform.db
    .insertInto('operations')
    .values({ id, project_id: of.id, kind, started_by: null, input: JSON.stringify(input) })
    .execute();
  return id;
}

async function contextOf(id: string): Promise<StepContext> {
  const running = await loadOperation(platform.db, id);
  if (running === null) throw new Error('There is no such operation.');
  const { operation } = running;
  return {
    ...running,
    db: platform.db,
    clusters,
    keeper: null,
    backups,
    backupStore,
    objectFiles: NO_OBJECTS,
    functionFiles: functionsAway,
    secrets,
    settings: {} as PlatformSettings,
    signal: new AbortController().signal,
    report: () => {},
    note: async (result) => {
      await addResult(platform.db, id, result);
      Object.assign(operation.result, result);
    },
  };
}

/** Runs the first steps, each twice. */
async function runSteps({ steps }: OperationDefinition, id: string, count = steps.length): Promise<void> {
  for (const step of steps.slice(0, count)) {
    await step.run(await contextOf(id));
    await step.run(await contextOf(id));
  }
}

async function end(id: string): Promise<void> {
  await platform.db
    .updateTable('operations')
    .set({ state: 'done', finished_at: new Date() })
    .where('id', '=', id)
    .execute();
}

async function undoTwice(definition: OperationDefinition, id: string): Promise<void> {
  await definition.undo?.(await contextOf(id));
  await definition.undo?.(await contextOf(id));
  await end(id);
}

/** Steps after which an operation may fail, each with how many there are up to it. */
const stepNames = ({ steps }: OperationDefinition, wanted: readonly string[]) =>
  steps.flatMap(({ name }, index) => (wanted.includes(name) ? [[name, index + 1] as const] : []));

describe('restoring in place', () => {
  it.each(
    stepNames(restoreBackup, ['recover', 'stop-present', 'exchange', 'restore-settings', 'check-database']),
  )('that fails after %s changes nothing', async (_, count) => {
    const id = await begin('restore_backup', { at: between.toISOString() });
    await runSteps(restoreBackup, id, count);
    await undoTwice(restoreBackup, id);
    expect(await present()).toEqual(NOW);
    expect(await clusters.kept(project.ref)).toEqual([]);
    expect(await clusters.listScratch()).toEqual([]);
  });

  it('brings rows and settings of then, also when it starts over at its very end', async () => {
    const id = await begin('restore_backup', { at: between.toISOString() });
    await runSteps(restoreBackup, id);
    await runSteps(restoreBackup, id);
    await end(id);
    expect(await present()).toEqual(THEN);
    expect((await clusters.kept(project.ref)).map((kept) => kept.id)).toEqual([id]);
    expect(await clusters.listScratch()).toEqual([]);
  });
});

describe('going back to the database that was kept', () => {
  const keptId = async () => (await clusters.kept(project.ref))[0]?.id ?? '';

  it.each(stepNames(returnTo, ['stop-present', 'exchange', 'check-database']))(
    'that fails after %s changes nothing',
    async (_, count) => {
      const kept = await keptId();
      const id = await begin('return_to', { id: kept });
      await runSteps(returnTo, id, count);
      await undoTwice(returnTo, id);
      expect(await present()).toEqual(THEN);
      expect(await keptId()).toBe(kept);
    },
  );

  it('brings everything back, and keeps what it replaced', async () => {
    const id = await begin('return_to', { id: await keptId() });
    await runSteps(returnTo, id);
    await runSteps(returnTo, id);
    await end(id);
    expect(await present()).toEqual(NOW);
    expect((await clusters.kept(project.ref)).map((kept) => kept.id)).toEqual([id]);
  });

  it('refuses what is not kept, and the database runs on', async () => {
    const id = await begin('return_to', { id: randomUUID() });
    await expect(runSteps(returnTo, id)).rejects.toThrow('This kept database is not there any more.');
    await undoTwice(returnTo, id);
    expect(await present()).toEqual(NOW);
  });
});

describe('restoring into a new project', () => {
  it('that fails leaves nothing', async () => {
    for (const [, count] of stepNames(restoreToNew, ['recover', 'check-database'])) {
      const fresh = await platform.insertProject({ status: 'COMING_UP', postgres_engine: '18' });
      const id = await begin(
        'restore_to_new',
        { at: between.toISOString(), source_id: project.id, source_ref: project.ref },
        fresh,
      );
      await runSteps(restoreToNew, id, count);
      await undoTwice(restoreToNew, id);
      expect(await clusters.status(fresh.ref)).toBe('absent');
      expect(await clusters.listScratch()).toEqual([]);
    }
  });

  it('makes a project of the version of the backup, with settings of then and keys of its own', async () => {
    const fresh = await platform.insertProject({ status: 'COMING_UP', postgres_engine: '18' });
    await insertVaultKey(platform.db, secrets, fresh.id, project.id);
    const id = await begin(
      'restore_to_new',
      { at: new Date(between.getTime() + 10).toISOString(), source_id: project.id, source_ref: project.ref },
      fresh,
    );
    await runSteps(restoreToNew, id);
    await runSteps(restoreToNew, id);
    await end(id);
    expect(await present(fresh)).toEqual(THEN);
    const { postgres_engine } = await platform.db
      .selectFrom('projects')
      .select('postgres_engine')
      .where('id', '=', fresh.id)
      .executeTakeFirstOrThrow();
    expect(postgres_engine).toBe('17');
    expect(await present()).toEqual(NOW);
  });
});
