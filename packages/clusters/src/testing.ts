import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ConnectionTarget, connect, withClient } from '@basalt/postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  type ClusterAddress,
  type ClusterKind,
  type ClusterSettings,
  DEFAULT_POSTGRES_MAJOR,
  type PostgresMajor,
} from './driver.ts';
import { debianInstallation } from './installation-for-test.ts';
import { scratchName } from './local/files/scratch-name.ts';
import { placeBinaries } from './local/templates/binaries.ts';
import { templateName, touchTemplate } from './local/templates/template.ts';
import { sharedFolder } from './local/test-home.ts';
import { projectDatabaseScripts } from './project-database/index.ts';
import {
  PRISTINE_DATABASE,
  type StartedTestCluster,
  startTestCluster,
  testClusterKey,
} from './test-cluster.ts';

export { testBucketStore } from './backup/store/backup-store.cases.ts';
export { noInstallation } from './installation-for-test.ts';
export { KubernetesForTest } from './kubernetes/kubernetes-for-test.ts';
export { freePort } from './local/server/free-port.ts';
export { makeServerHome } from './local/test-home.ts';
export { BREACH_TURN, describeShare, inTurn, KILL_TURN, shareOf } from './matrix-share.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Clusters for all files of a Vitest project, by their key. Others start their own. */
    testClusters?: Readonly<Record<string, ClusterAddress>>;
  }
}

export interface TestClusterOptions {
  /** Default 17. */
  major?: PostgresMajor;
  /** 'project' (default): with all that the database of a project has. 'platform': empty. */
  kind?: ClusterKind;
  /** Another cluster than the one that all with the same options share, such as one to copy into. */
  name?: string;
  /** In the place of the usual ones. Such a cluster has a name of its own. */
  settings?: Partial<ClusterSettings>;
}

export interface TestCluster {
  readonly major: PostgresMajor;
  /** Superuser, database `postgres`. Only inside tests and hooks that run after this cluster's own. */
  readonly adminAddress: ClusterAddress;
  /** A fresh database of the kind's content, in some 20 ms; the address is the superuser's. */
  createDatabase(): Promise<ClusterAddress>;
}

const clusters = new Map<string, { started: Promise<StartedTestCluster>; users: number }>();
let databases = 0;

/**
 * A real cluster for the tests of a file (Vitest): started before them, thrown away after them. All calls of one worker with
 * the same options share one, so use `createDatabase` for tests that change things. In the Vitest projects `clusters-shared` and
 * `clusters-platform` all files have one cluster in common (`scripts/share-test-cluster.ts`), and what they leave behind but
 * databases is there for the next.
 */
export function useTestCluster(options: TestClusterOptions = {}): TestCluster {
  const { major = DEFAULT_POSTGRES_MAJOR, kind = 'project', name = '', settings } = options;
  const key = testClusterKey({ major, kind, name });
  const common = inject('testClusters')?.[key];
  const made: string[] = [];
  let current: ClusterAddress | null = null;

  beforeAll(async () => {
    if (common) {
      current = common;
      return;
    }
    const shared = clusters.get(key) ?? { started: startTestCluster(major, kind, [], settings), users: 0 };
    shared.users += 1;
    clusters.set(key, shared);
    current = (await shared.started).address;
  });

  afterAll(async () => {
    if (common) return dropDatabases(common, made);
    const shared = clusters.get(key);
    if (!shared) return;
    shared.users -= 1;
    if (shared.users > 0) return;
    clusters.delete(key);
    await (await shared.started).stop();
  });

  const adminAddress = () => {
    if (current) return current;
    throw new Error('The test cluster is not running yet: use it inside tests or hooks.');
  };
  return {
    major,
    get adminAddress() {
      return adminAddress();
    },
    async createDatabase() {
      const address = await createDatabase(adminAddress(), kind);
      made.push(address.database);
      return address;
    },
  };
}

/** A project's cluster on Debian's PostgreSQL 15, where `noInstallation` is null. Whoever starts it stops it. */
export async function startDebianCluster(): Promise<StartedTestCluster> {
  return startTestCluster(15, 'project', [await debianInstallation()]);
}

/**
 * Lets a new data folder take its programs and databases from those that all tests share, which are made once and not for each,
 * and lets the users of servers pass through it.
 */
export async function shareTemplates(home: string): Promise<void> {
  const shared = await sharedFolder();
  await chmod(home, 0o711);
  for (const [name, mode] of [
    ['postgres', 0o755],
    ['templates', 0o711],
  ] as const) {
    const folder = join(shared, name);
    await mkdir(folder, { recursive: true });
    await chmod(folder, mode);
    await symlink(folder, join(home, name));
  }
}

/**
 * The same for a data folder on a disk of its own, which shall have everything that it needs: with copies of the templates of these
 * versions that are built already.
 */
export async function copyTemplates(home: string, majors: readonly PostgresMajor[]): Promise<void> {
  const shared = await sharedFolder();
  const templates = join(home, 'templates');
  await chmod(home, 0o711);
  await mkdir(templates, { mode: 0o711 });
  for (const major of majors) {
    const binaries = await placeBinaries(join(shared, 'postgres'), major);
    for (const [kind, scripts] of [
      ['project', projectDatabaseScripts(major)],
      ['platform', []],
    ] as const) {
      const name = templateName({ kind, binaries, scripts });
      const finished = join(shared, 'templates', name);
      if (!(await touchTemplate(join(finished, 'data')))) continue;
      const scratch = scratchName(join(templates, name));
      await promisify(execFile)('cp', ['-a', finished, scratch]);
      await rename(scratch, join(templates, name));
    }
  }
}

/** Opens up to so many connections. @returns those that there are, to be closed, and the codes of what the others were told */
export async function takeConnections(
  target: ConnectionTarget,
  count: number,
): Promise<{ clients: Awaited<ReturnType<typeof connect>>[]; refusals: string[] }> {
  const clients: Awaited<ReturnType<typeof connect>>[] = [];
  const refusals = new Set<string>();
  for (let each = 0; each < count; each++)
    await connect(target).then(
      (client) => clients.push(client),
      (error: { code: string }) => refusals.add(error.code),
    );
  return { clients, refusals: [...refusals] };
}

async function createDatabase(admin: ClusterAddress, kind: ClusterKind): Promise<ClusterAddress> {
  databases += 1;
  // Workers may share the cluster.
  const database = `test_${process.pid}_${databases}`;
  const template = kind === 'project' ? PRISTINE_DATABASE : 'template1';
  await withClient(admin, async (client) => {
    await client.query(`create database ${database} template ${template} strategy file_copy`);
    if (kind === 'project') await client.query(LIKE_POSTGRES.replaceAll('$database', `'${database}'`));
  });
  return { ...admin, database };
}

/** Memory would be full before the last file. */
async function dropDatabases(admin: ClusterAddress, names: readonly string[]): Promise<void> {
  await withClient(admin, async (client) => {
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
  });
}

// Owner, privileges and settings of a database are not copied with it.
const LIKE_POSTGRES = `
  update pg_catalog.pg_database set (datdba, datacl) =
    (select datdba, datacl from pg_catalog.pg_database where datname = 'postgres')
  where datname = $database;
  insert into pg_catalog.pg_db_role_setting
  select fresh.oid, setting.setrole, setting.setconfig
  from pg_catalog.pg_db_role_setting setting
  join pg_catalog.pg_database original on original.oid = setting.setdatabase and original.datname = 'postgres'
  join pg_catalog.pg_database fresh on fresh.datname = $database`;
