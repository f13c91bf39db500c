import type { ClusterBackups, ClusterDriver, RecoveryTarget } from '@basalt/clusters';
import type { StepProgress } from '@basalt/contract';
import type { ConnectionTarget } from '@basalt/postgres';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { isRunning } from '../projects/project-status.ts';
import { chooseSource, hasDatabaseAtRest } from './choose-source.ts';
import { whileStarted } from './quiet-start.ts';
import type { FileWork } from './store.ts';

export interface SourceMachinery {
  db: Database;
  clusters: ClusterDriver;
  backups: ClusterBackups;
}

export interface SourceOptions {
  signal: AbortSignal;
  report(progress: StepProgress): void;
}

/** Runs `read` while the database that a file is made of answers. What was made for it is gone afterwards. */
export async function withSource<T>(
  machinery: SourceMachinery,
  work: FileWork,
  options: SourceOptions,
  read: (database: ConnectionTarget) => Promise<T>,
): Promise<T> {
  const { clusters } = machinery;
  const { project } = work;
  const readProject = async () => read(await clusters.address(project.ref));
  switch (await findSource(machinery, work)) {
    case 'running':
      return readProject();
    case 'stopped':
      return whileStarted(machinery, project, readProject);
    case 'archive':
      return withRestored(machinery, work, { kind: 'latest' }, options, read);
    case 'backup':
      return withRestored(machinery, work, { kind: 'backup', id: work.storedAs ?? '' }, options, read);
  }
}

async function findSource({ clusters, backups }: SourceMachinery, { file, project, storedAs }: FileWork) {
  const isOfBackup = file.backup_at !== null;
  if (isOfBackup && storedAs === null) throw new PlatformError('not_found', 'The backup was deleted.');
  if (!isOfBackup && !hasDatabaseAtRest(project.status))
    throw new PlatformError('conflict', 'The project changed before its database was read. Try again.');
  const running = await isRunning(clusters, project.ref);
  // To list objects, starting a stopped database is far less than restoring it.
  const needsNoArchive = isOfBackup || running || file.kind === 'storage';
  const window = needsNoArchive ? null : await backups.window(project.ref).catch(() => null);
  return chooseSource({
    isOfBackup,
    isRunning: running,
    pausedAt: project.paused_at,
    archivedUntil: window?.latest ?? null,
  });
}

async function withRestored<T>(
  { clusters, backups }: SourceMachinery,
  { file, project }: FileWork,
  target: RecoveryTarget,
  { signal, report }: SourceOptions,
  read: (database: ConnectionTarget) => Promise<T>,
): Promise<T> {
  const scratch = scratchOf(file.id);
  const onProgress = (done: number, total: number | null) =>
    report({ text: 'Restoring the backup', done_bytes: done, total_bytes: total });
  try {
    await backups.restore({ ref: project.ref, scratch, target, onProgress, signal });
    const { address } = await clusters.start(scratch);
    return await read(address);
  } finally {
    await clusters.remove(scratch);
  }
}

const PREFIX = 'file-';

/** The scratch cluster in which a backup is restored to be written out. */
function scratchOf(fileId: string): string {
  return `${PREFIX}${fileId.replaceAll('-', '')}`;
}

export function isScratchOfFile(scratch: string): boolean {
  return scratch.startsWith(PREFIX);
}
