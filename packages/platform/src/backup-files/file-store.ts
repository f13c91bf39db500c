import { Readable } from 'node:stream';
import { BackupError, type BackupStore, type ClusterBackups, type ClusterDriver } from '@basalt/clusters';
import type { Log } from '../kernel/log.ts';
import type { Database } from '../kernel/open-database.ts';
import type { ObjectFiles } from '../kernel/ports.ts';
import type { BackupFileRow } from '../kernel/schema.ts';

const FOLDER = 'files/';
const MB = 1024 * 1024;
/** Nobody knows beforehand how large a file gets, and it must not take the databases their room. */
const SPACE_TO_LEAVE = 256 * MB;
const LOOK_AFTER_BYTES = 8 * MB;

/** A file as the store knows it. */
export type StoredFile = Pick<BackupFileRow, 'id' | 'kind'>;

/** What is kept of objects is a list of them: their bytes are read when they are downloaded. */
const ENDINGS = { sql: '.sql.gz', storage: '.objects.gz' } as const;

export function fileKey(ref: string, { id, kind }: StoredFile): string {
  return `${FOLDER}${ref}/${id}${ENDINGS[kind]}`;
}

/** Stores a file, whole or not at all. @throws {BackupError} disk_full before the disk is */
export function putFile(
  store: BackupStore,
  ref: string,
  file: StoredFile,
  content: Readable,
): Promise<number> {
  // The promise tells of every failure, also when the rest of the content is given up.
  content.on('error', () => {});
  return store.put(fileKey(ref, file), Readable.from(leavingSpace(store, content), { objectMode: false }));
}

async function* leavingSpace(store: BackupStore, content: AsyncIterable<Buffer>) {
  let unchecked = LOOK_AFTER_BYTES;
  for await (const chunk of content) {
    unchecked += chunk.length;
    if (unchecked >= LOOK_AFTER_BYTES) {
      unchecked = 0;
      await checkSpace(store);
    }
    yield chunk;
  }
}

async function checkSpace(store: BackupStore): Promise<void> {
  const free = await store.freeBytes();
  if (free === null || free >= SPACE_TO_LEAVE) return;
  throw new BackupError(
    'disk_full',
    'The file was not written, because little space is left on the disk. Free some, then ask for the file again.',
  );
}

export function removeFile(store: BackupStore, ref: string, file: StoredFile): Promise<void> {
  return store.remove(fileKey(ref, file));
}

/** Deletes every file that was made of a project. */
export function removeFilesOf(store: BackupStore, ref: string): Promise<void> {
  return store.remove(`${FOLDER}${ref}/`);
}

/** Deletes files that nothing refers to: their project was erased, or their row had gone, while they were being written. */
export async function removeFilesExcept(store: BackupStore, known: ReadonlySet<string>): Promise<void> {
  for (const { key } of await store.list(FOLDER)) {
    const id = /([^/]+)\.(?:sql|objects)\.gz$/.exec(key)?.[1];
    if (id === undefined || !known.has(id)) await store.remove(key);
  }
}

/** What writing and tidying files for download works with. */
export interface FileServices {
  db: Database;
  clusters: ClusterDriver;
  backups: ClusterBackups;
  backupStore: BackupStore;
  objectFiles: ObjectFiles;
  log: Log;
}
