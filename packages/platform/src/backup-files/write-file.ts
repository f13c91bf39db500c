import { createGzip } from 'node:zlib';
import type { BackupStore } from '@basalt/clusters';
import { type ConnectionTarget, dumpDatabase } from '@basalt/postgres';
import { toStepProgress } from '../operations/step-progress.ts';
import { putFile } from './file-store.ts';
import { type SourceMachinery, type SourceOptions, withSource } from './open-source.ts';
import type { FileWork } from './store.ts';

/** Fast, and not much larger than what takes three times as long. */
const GZIP_LEVEL = 4;

interface Machinery extends SourceMachinery {
  backupStore: BackupStore;
}

/**
 * Writes a database out as SQL, packed, into the store: whole or not at all.
 * @returns its bytes
 */
export function writeFile(machinery: Machinery, work: FileWork, options: SourceOptions): Promise<number> {
  return withSource(machinery, work, options, (database) => pack(machinery, work, options, database));
}

async function pack(
  { backupStore }: Machinery,
  { file, project }: FileWork,
  { signal, report }: SourceOptions,
  database: ConnectionTarget,
): Promise<number> {
  const packed = createGzip({ level: GZIP_LEVEL });
  const stored = putFile(backupStore, project.ref, file.id, packed);
  const dumped = dumpDatabase(database, packed, {
    signal,
    onProgress: (progress) => report(toStepProgress(progress)),
  }).then(
    () => packed.end(),
    (error: unknown) => packed.destroy(error as Error),
  );
  // Whatever goes wrong on either side ends up here: the stream between them carries it.
  const [, outcome] = await Promise.allSettled([dumped, stored]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
