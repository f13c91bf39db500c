import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll } from 'vitest';
import {
  type ClusterAddress,
  type ClusterKind,
  DEFAULT_POSTGRES_MAJOR,
  PLATFORM_REF,
  type PostgresMajor,
  SMALL_SETTINGS,
} from './driver.ts';
import { type LocalOptions, openWith } from './local/open-local-driver.ts';
import { makeTestHome, sharedFolder } from './local/test-home.ts';
import { projectDatabaseScripts } from './project-database/index.ts';

export interface TestClusterOptions {
  /** Default 17. */
  major?: PostgresMajor;
  /** 'project' (default): with all that the database of a project has. 'platform': empty. */
  kind?: ClusterKind;
  /** Another cluster than the one that all with the same options share, such as one to copy into. */
  name?: string;
}

export interface TestCluster {
  readonly major: PostgresMajor;
  /** Superuser, database `postgres`. Only inside tests and hooks that run after this cluster's own. */
  readonly adminAddress: ClusterAddress;
  /** A fresh database of the kind's content, in some 20 ms; the address is the superuser's. */
  createDatabase(): Promise<ClusterAddress>;
}

interface Started {
  address: ClusterAddress;
  stop(): Promise<void>;
}

const PRISTINE_DATABASE = 'basalt_pristine';
const THROW_AWAY = {
  ...SMALL_SETTINGS,
  maxConnections: 100,
  // Nobody would empty the WAL spool.
  parameters: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', archive_mode: 'off' },
};

const clusters = new Map<string, { started: Promise<Started>; users: number }>();
let databases = 0;

/**
 * A real cluster for the tests of a file (Vitest): started before them, thrown away after them. All calls of one worker with
 * the same options share one, so use `createDatabase` for tests that change things.
 */
export function useTestCluster(options: TestClusterOptions = {}): TestCluster {
  const { major = DEFAULT_POSTGRES_MAJOR, kind = 'project', name = '' } = options;
  const key = `${major} ${kind} ${name}`;
  let current: ClusterAddress | null = null;

  beforeAll(async () => {
    const shared = clusters.get(key) ?? { started: startTestCluster(major, kind), users: 0 };
    shared.users += 1;
    clusters.set(key, shared);
    current = (await shared.started).address;
  });

  afterAll(async () => {
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
    createDatabase: () => createDatabase(adminAddress(), kind),
  };
}

/** Lets a new data folder take its databases from the templates that all tests share, which are built once and not for each. */
export async function shareTemplates(home: string): Promise<void> {
  const templates = join(await sharedFolder(), 'templates');
  await mkdir(templates, { recursive: true });
  await chmod(templates, 0o711);
  await symlink(templates, join(home, 'templates'));
}

async function startTestCluster(major: PostgresMajor, kind: ClusterKind): Promise<Started> {
  const { home, shared, dispose } = await makeTestHome();
  try {
    const driver = await openWith({ ...testOptions(home, shared) });
    const ref = kind === 'platform' ? PLATFORM_REF : 'testproject';
    await driver.create({ ref, kind, major, port: null });
    const { address } = await driver.start(ref, THROW_AWAY);
    return { address, stop: () => driver.close().then(dispose) };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function testOptions(home: string, shared: string): LocalOptions {
  // The copy is made when the template is built, because later somebody may be connected to the original.
  const pristine = {
    name: 'a copy for tests',
    sql: `create database ${PRISTINE_DATABASE} template postgres`,
  };
  const scripts = (major: PostgresMajor) => [...projectDatabaseScripts(major), pristine];
  return { home, shared, scripts, listenAddress: '', poolSize: 0, durable: false };
}

async function createDatabase(admin: ClusterAddress, kind: ClusterKind): Promise<ClusterAddress> {
  databases += 1;
  const database = `test_${databases}`;
  const template = kind === 'project' ? PRISTINE_DATABASE : 'template1';
  await withClient(admin, async (client) => {
    await client.query(`create database ${database} template ${template} strategy file_copy`);
    if (kind === 'project') await client.query(LIKE_POSTGRES.replaceAll('$database', `'${database}'`));
  });
  return { ...admin, database };
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
