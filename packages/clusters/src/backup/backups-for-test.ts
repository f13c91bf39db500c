import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@basalt/postgres';
import { beforeAll } from 'vitest';
import type { ClusterAddress, PostgresMajor } from '../driver.ts';
import type { LocalDriver } from '../local/local-driver.ts';
import { project, useTestDriver } from '../local/test-driver.ts';
import { type ClusterBackupsOptions, openClusterBackups } from './open-cluster-backups.ts';
import type { BackupStore } from './ports/backup-store.ts';
import type { ClusterBackups } from './ports/cluster-backups.ts';
import { openFolderStore } from './store/folder-store.ts';

export interface TestBackups {
  readonly driver: LocalDriver;
  readonly store: BackupStore;
  readonly folder: string;
  readonly backups: ClusterBackups;
  /** Backups as another process would open them, with nothing remembered. */
  reopen(options?: Partial<ClusterBackupsOptions>): ClusterBackups;
  /** A running cluster with an empty table `moments`. */
  create(ref: string, major: PostgresMajor): Promise<void>;
  /** Commits a row, and gives a moment at which it and no later one was there. */
  addRow(ref: string, name: string): Promise<Date>;
  /** The rows of a stopped cluster, in order. */
  rowsOf(ref: string): Promise<string[]>;
}

/** Clusters with backups on a throw-away home. */
export function useTestBackups(): TestBackups {
  const context = useTestDriver();
  let store: BackupStore;
  let backups: ClusterBackups;
  const folder = () => join(context.home.home, 'backups');
  const pace = { perSecondMb: 1024, burstMb: 1024 };
  const reopen = (options: Partial<ClusterBackupsOptions> = {}) =>
    openClusterBackups({ driver: context.driver, store, pace, ...options });

  beforeAll(async () => {
    store = await openFolderStore(folder());
    backups = reopen();
  });

  return {
    get driver() {
      return context.driver;
    },
    get store() {
      return store;
    },
    get folder() {
      return folder();
    },
    get backups() {
      return backups;
    },
    reopen,
    async create(ref, major) {
      await context.driver.create(project(ref, { major }));
      await context.driver.start(ref);
      await run(await context.driver.address(ref), 'create table moments (id serial primary key, name text)');
    },
    async addRow(ref, name) {
      await run(await context.driver.address(ref), `insert into moments (name) values ('${name}')`);
      await sleep(15);
      const moment = new Date();
      await sleep(15);
      return moment;
    },
    async rowsOf(ref) {
      await context.driver.start(ref);
      const rows = await run(await context.driver.address(ref), 'select name from moments order by id');
      await context.driver.stop(ref);
      return rows.map(({ name }) => String(name));
    },
  };
}

export async function run(address: ClusterAddress, sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(address, (client) => client.query(sql));
  return rows;
}
