import type { Readable } from 'node:stream';
import type { BackupStore } from '@basalt/clusters';

const FOLDER = 'files/';

export function fileKey(ref: string, id: string): string {
  return `${FOLDER}${ref}/${id}.sql.gz`;
}

export function putFile(store: BackupStore, ref: string, id: string, content: Readable): Promise<number> {
  return store.put(fileKey(ref, id), content);
}

export function removeFile(store: BackupStore, ref: string, id: string): Promise<void> {
  return store.remove(fileKey(ref, id));
}

/** Deletes every file that was made of a project. */
export function removeFilesOf(store: BackupStore, ref: string): Promise<void> {
  return store.remove(`${FOLDER}${ref}/`);
}

/** Deletes files that nothing refers to: their project was erased, or their row had gone, while they were being written. */
export async function removeFilesExcept(store: BackupStore, known: ReadonlySet<string>): Promise<void> {
  for (const { key } of await store.list(FOLDER)) {
    const id = /([^/]+)\.sql\.gz$/.exec(key)?.[1];
    if (id === undefined || !known.has(id)) await store.remove(key);
  }
}
