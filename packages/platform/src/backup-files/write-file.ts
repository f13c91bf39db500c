import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { BackupStore } from '@basalt/clusters';
import { type ConnectionTarget, dumpDatabase } from '@basalt/postgres';
import type { ObjectFiles } from '../kernel/ports.ts';
import { toStepProgress } from '../operations/step-progress.ts';
import { listObjects } from '../storage-archive/list-objects.ts';
import { toLine } from '../storage-archive/send-archive.ts';
import { putFile } from './file-store.ts';
import { type SourceMachinery, type SourceOptions, withSource } from './open-source.ts';
import type { FileWork } from './store.ts';

/** Fast, and not much larger than what takes three times as long. */
const GZIP_LEVEL = 4;

interface Machinery extends SourceMachinery {
  backupStore: BackupStore;
  objectFiles: ObjectFiles;
}

/**
 * Writes a database out as SQL, or the list of a project's objects, packed, into the store: whole or not at all.
 * @returns how many bytes are downloaded
 */
export function writeFile(machinery: Machinery, work: FileWork, options: SourceOptions): Promise<number> {
  return withSource(machinery, work, options, (database) =>
    work.file.kind === 'sql'
      ? pack(machinery, work, options, database)
      : list(machinery, work, options, database),
  );
}

async function pack(
  { backupStore }: Machinery,
  { file, project }: FileWork,
  { signal, report }: SourceOptions,
  database: ConnectionTarget,
): Promise<number> {
  const packed = createGzip({ level: GZIP_LEVEL });
  const stored = putFile(backupStore, project.ref, file, packed);
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

/** Where there are many objects this takes seconds, and the archive itself is made while it is downloaded. */
async function list(
  { backupStore, objectFiles }: Machinery,
  { file, project }: FileWork,
  { signal, report }: SourceOptions,
  database: ConnectionTarget,
): Promise<number> {
  const packed = createGzip({ level: GZIP_LEVEL });
  const stored = putFile(backupStore, project.ref, file, packed);
  const listed = listObjects(database, {
    ref: project.ref,
    files: objectFiles,
    signal,
    report: (objects) =>
      report({ text: `Listing the objects: ${objects}`, done_bytes: 0, total_bytes: null }),
    write: async (entries) => {
      if (!packed.write(entries.map(toLine).join(''))) await once(packed, 'drain', { signal });
    },
  }).then(
    (bytes) => {
      packed.end();
      return bytes;
    },
    (error: unknown) => {
      packed.destroy(error as Error);
      throw error;
    },
  );
  const [bytes] = await Promise.all([listed, stored]).catch(async (error: unknown) => {
    await Promise.allSettled([listed, stored]);
    throw error;
  });
  return bytes;
}
