import {
  type ClusterAddress,
  type ClusterKind,
  type ClusterSettings,
  PLATFORM_REF,
  type PostgresMajor,
  SMALL_SETTINGS,
} from './driver.ts';
import { type LocalOptions, openWith } from './local/open-local-driver.ts';
import type { Installation } from './local/templates/installation.ts';
import { makeTestHome } from './local/test-home.ts';
import { projectDatabaseScripts } from './project-database/index.ts';

/** What tests ask of a cluster. */
export interface TestClusterSpec {
  major: PostgresMajor;
  kind: ClusterKind;
  /** Another cluster than the one that all with the same major version and kind share. */
  name: string;
}

/** Those with the same key may share a cluster. */
export function testClusterKey({ major, kind, name }: TestClusterSpec): string {
  return `${major} ${kind} ${name}`;
}

export interface StartedTestCluster {
  /** Superuser, database `postgres`. */
  address: ClusterAddress;
  /** Ends it and deletes all of it. */
  stop(): Promise<void>;
}

/** What the databases of tests are copied from. */
export const PRISTINE_DATABASE = 'basalt_pristine';
const TEST_VAULT_KEY = Buffer.alloc(32, 7);
const THROW_AWAY = {
  ...SMALL_SETTINGS,
  maxConnections: 100,
  // Nobody would empty the WAL spool.
  parameters: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', archive_mode: 'off' },
};

/** A real cluster for tests, on a throw-away folder. @param settings in the place of the usual ones */
export async function startTestCluster(
  major: PostgresMajor,
  kind: ClusterKind,
  installations: readonly Installation[] = [],
  settings: Partial<ClusterSettings> = {},
): Promise<StartedTestCluster> {
  const { home, shared, dispose } = await makeTestHome();
  try {
    const driver = await openWith({ ...testOptions(home, shared), installations });
    driver.useVaultKeys(async () => TEST_VAULT_KEY);
    const ref = kind === 'platform' ? PLATFORM_REF : 'testproject';
    await driver.create({ ref, kind, major, port: null });
    const { address } = await driver.start(ref, { ...THROW_AWAY, ...settings });
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
