import type { BackupStore, ClusterBackups, ClusterDriver } from '@basalt/clusters';
import type { Log } from '../kernel/log.ts';
import type { Database } from '../kernel/open-database.ts';

/** What writing and tidying files for download works with. */
export interface FileServices {
  db: Database;
  clusters: ClusterDriver;
  backups: ClusterBackups;
  backupStore: BackupStore;
  log: Log;
}
