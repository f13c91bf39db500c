import type { BackupStore, ClusterBackups, ClusterDriver, Log } from '@basalt/clusters';
import { openFunctionStore } from '@basalt/functions';
import { functionsFolder } from '../functions-folder.ts';
import type { Home } from '../home.ts';
import { startCopyingFunctions } from './function-copies.ts';
import { startPlatformArchive } from './platform-archive.ts';

export interface InstallationBackup {
  /** Ends it. The platform's database may still run. */
  stop(): Promise<void>;
  /** Brings what is left of its log into the store, once the platform's database has stopped. */
  finish(): Promise<void>;
  /** Up to when its changes are in the store; null: not known yet. */
  safeUntil: () => Date | null;
}

export interface InstallationBackupParts {
  home: Home;
  clusters: Pick<ClusterDriver, 'walWritten'>;
  backups: ClusterBackups;
  store: BackupStore;
  /** The bucket, where what belongs to no project is kept. */
  elsewhere: BackupStore;
  secretKey: Buffer;
  log: Log;
}

/** Keeps what belongs to no database of a project in the store of backups: enough to go on with the installation on an empty machine. */
export function startInstallationBackup(parts: InstallationBackupParts): InstallationBackup {
  const archive = startPlatformArchive(parts);
  const { home, elsewhere, log } = parts;
  const functions = startCopyingFunctions({
    store: elsewhere,
    log,
    functions: openFunctionStore(functionsFolder(home)),
  });
  return {
    stop: async () => void (await Promise.all([archive.stop(), functions.stop()])),
    finish: archive.finish,
    safeUntil: archive.safeUntil,
  };
}
