import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterAddress,
  type ClusterDriver,
  openFolderStore,
  openLocalDriver,
  type PostgresMajor,
} from '@basalt/clusters';
import { KubernetesForTest, shareTemplates } from '@basalt/clusters/testing';
import type { OperationKind } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { expect } from 'vitest';
import { actorForTest } from './backups/platform-for-test.ts';
import type { Actor } from './kernel/ports.ts';
import { createProject } from './lifecycle/creation/create-project.ts';
import { OPERATION_DEFINITIONS } from './operation-definitions.ts';
import { definitionFor } from './operations/definition.ts';
import { openStepWork } from './operations/step-work.ts';
import { insertOperation, loadOperation } from './operations/store.ts';
import { openPlatform, type Platform } from './platform.ts';

/** A platform whose projects have their servers in a stand-in for Kubernetes, with a real PostgreSQL behind each. */
export interface KeptPlatform {
  platform: Platform;
  kubernetes: KubernetesForTest;
  actor: Actor;
  /** Makes a project, and waits until it runs. @returns its ref */
  makeProject(engine?: '16' | '17' | '18'): Promise<string>;
  /** The server of a project, as its superuser. */
  server(ref: string): Promise<ClusterAddress>;
  expectStatus(ref: string): ReturnType<typeof expect.poll>;
  projectNow(ref: string): Promise<Awaited<ReturnType<typeof readProject>>>;
  lastOperation(ref: string): ReturnType<typeof readOperation>;
  /** Does an operation as one whose process is killed after each of its steps, and which is begun anew at its end. */
  runCutShort(kind: OperationKind, ref: string, input?: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

function readProject({ dependencies: { db } }: Platform, ref: string) {
  return db.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow();
}

function readOperation({ dependencies: { db } }: Platform, ref: string) {
  return db
    .selectFrom('operations')
    .innerJoin('projects', 'projects.id', 'operations.project_id')
    .selectAll('operations')
    .where('projects.ref', '=', ref)
    .orderBy('operations.started_at', 'desc')
    .executeTakeFirstOrThrow();
}

/** @param platformDatabase an empty database for the platform itself */
export async function openKeptPlatform(platformDatabase: ClusterAddress): Promise<KeptPlatform> {
  const home = await mkdtemp(join(tmpdir(), 'basalt-kept-'));
  const [ours, theirs] = [join(home, 'ours'), join(home, 'theirs')];
  const kubernetes = new KubernetesForTest();
  await kubernetes.start();
  const nodes = await openNodes(theirs, kubernetes);
  const { user, host, port, database } = platformDatabase;
  const platform = await openPlatform({
    databaseUrl: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    clusters: await openLocalDriver({ home: ours, listenAddress: '', poolSize: 0 }),
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
    remoteDatabases: () => ({
      door: async (ref) => {
        const address = await nodes.server(ref);
        await withClient(address, (client) => client.query(LOG_IN));
        return address;
      },
      once: () => Promise.reject(new Error('Nobody attaches a database here.')),
      close: async () => {},
    }),
    log: () => {},
  });
  const { db } = platform.dependencies;
  const owner = { email: 'owner@example.com', password: 'columns of stone' };
  await platform.bootstrap({ ...owner, organizationName: 'Stone works', plan: 'pro' }, null);
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const actor = actorForTest(id, owner.email);
  const expectStatus = (ref: string) =>
    expect.poll(
      async () => {
        const { status, status_reason } = await readProject(platform, ref);
        return [status, status_reason];
      },
      { timeout: 30_000 },
    );
  return {
    platform,
    kubernetes,
    actor,
    expectStatus,
    makeProject: async (postgres_engine = '17') => {
      const { slug } = await db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow();
      const made = { organization_slug: slug, name: 'Quarry', db_pass: 'columns of stone', postgres_engine };
      const { project } = await createProject(platform.dependencies, actor, made);
      await expectStatus(project.ref).toEqual(['ACTIVE_HEALTHY', null]);
      return project.ref;
    },
    server: async (ref) => ({ ...(await nodes.server(ref)), user: 'postgres' }),
    projectNow: (ref) => readProject(platform, ref),
    lastOperation: (ref) => readOperation(platform, ref),
    runCutShort: async (kind, ref, input) => {
      const project = await readProject(platform, ref);
      const { steps } = definitionFor(OPERATION_DEFINITIONS, kind, project);
      const id = await db.transaction().execute(async (transaction) => {
        const inserted = await insertOperation(transaction, { kind, steps }, project.id, null, input);
        // Or the engine would find it forgotten.
        await transaction
          .updateTable('operations')
          .set({ state: 'done' })
          .where('id', '=', inserted)
          .execute();
        return inserted;
      });
      for (const step of [...steps.flatMap((each) => [each, each]), ...steps]) {
        const running = await loadOperation(db, id);
        if (running === null) throw new Error('The project is gone.');
        const work = openStepWork(running, null, platform.dependencies, () => {});
        await step.run(work.context).finally(work.close);
      }
    },
    close: async () => {
      await platform.close(1_000);
      await kubernetes.stop();
      await nodes.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The true door logs in with a login of the project's for each role; this one lets all of them in. */
const LOG_IN = `do $do$ declare role text; begin
  for role in select rolname from pg_roles where not rolcanlogin and rolname !~ '^pg_' loop
    execute format('alter role %I login', role);
  end loop;
end $do$`;

interface RunningServer {
  /** Of the cluster in Kubernetes that it is. */
  id: string;
  major: PostgresMajor;
  /** Its name on the nodes. */
  ref: string;
  address: ClusterAddress;
}

/** What CloudNativePG would start on the nodes: a server for each cluster that answers, made of what the cluster is made of. */
async function openNodes(home: string, kubernetes: KubernetesForTest) {
  const driver = await openLocalDriver({ home, listenAddress: '', poolSize: 0 });
  await shareTemplates(home);
  const running = new Map<string, Promise<RunningServer>>();
  /** What has gone into archives is there as long as the nodes are. */
  const archives = new Map<string, RunningServer>();

  async function bring(ref: string, present: RunningServer | null): Promise<RunningServer> {
    const wanted = kubernetes.serverOf(ref);
    if (wanted === null) throw new Error('Nobody answers.');
    const { id, major, archive, madeOf } = wanted;
    if (present?.id === id && present.major === major) return present;
    const name = `node-${archives.size}`;
    const source = madeOf === null ? null : (archives.get(madeOf) ?? null);
    const server =
      present?.id === id
        ? await upgraded(driver, name, present, major)
        : await made(driver, name, major, source);
    const brought = { id, major, ...server };
    archives.set(archive, brought);
    return brought;
  }

  return {
    server(ref: string): Promise<ClusterAddress> {
      const turn = bringAfter(ref);
      running.set(ref, turn);
      return turn.then(({ address }) => address);
    },
    async close() {
      await Promise.allSettled(running.values());
      for (const { ref } of archives.values()) await driver.remove(ref);
      await driver.close();
    },
  };

  /** One after the other: two that ask at once get the same server, and one that could not be brought is what it was. */
  function bringAfter(ref: string): Promise<RunningServer> {
    const before = running.get(ref)?.catch(() => null) ?? null;
    return Promise.resolve(before).then((present) => bring(ref, present));
  }
}

async function made(
  driver: ClusterDriver,
  ref: string,
  major: PostgresMajor,
  source: RunningServer | null,
): Promise<{ ref: string; address: ClusterAddress }> {
  const origin = source === null ? { empty: true } : { copyOf: source.ref };
  await driver.create({ ref, kind: 'scratch', major, port: null }, origin);
  const { address } = await driver.start(ref);
  await withClient(address, async (client) => {
    // As the superuser is called there.
    await client.query(`do $do$ begin
      if not exists (select from pg_catalog.pg_roles where rolname = 'postgres') then
        create role postgres superuser login;
      end if;
    end $do$`);
  });
  return { ref, address };
}

/** What pg_upgrade would do, as far as tests look: the tables of people come along, and services find no schemas of theirs. */
async function upgraded(driver: ClusterDriver, ref: string, former: RunningServer, major: PostgresMajor) {
  const next = await made(driver, ref, major, null);
  const tables = await withClient(former.address, async (client) => (await client.query(TABLES)).rows);
  await withClient(next.address, async (client) => {
    for (const { name, columns, rows } of tables) {
      await client.query(`create table ${name} (${columns})`);
      await client.query(
        `insert into ${name} select * from pg_catalog.json_populate_recordset(null::${name}, $1)`,
        [rows],
      );
    }
  });
  return next;
}

const TABLES = `
  select c.oid::regclass::text as name,
    (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
    coalesce((xpath('/row/rows/text()', query_to_xml(
      format('select json_agg(t)::text as rows from %s t', c.oid::regclass), false, true, '')))[1]::text, '[]') as rows
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
