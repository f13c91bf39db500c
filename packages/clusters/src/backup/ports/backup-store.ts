import type { Readable } from 'node:stream';

/** One object of a store, by its key: names separated by slashes, `a-z A-Z 0-9 . _ -` only. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was last written, by the clock of the store; a hint for how much to fetch, never relied on. */
  storedAt?: Date;
}

/** One of the places where backups are kept, and how far it is. */
export interface StorePlace {
  /** `own_bucket`: one that the project named. */
  kind: 'folder' | 'bucket' | 'own_bucket';
  freeBytes: number | null;
  /** Whether all that is kept is here; false while an older part is still being brought here, or has no room. */
  isComplete: boolean;
  /** Changes that are somewhere else and not here yet. */
  pending: number;
  /** Since when the oldest of them is missing; null: none is. */
  since: Date | null;
  /** Why they do not get here, as a sentence. Null: they do. */
  problem: string | null;
}

/**
 * Where backups are kept: in a folder of this machine, or in a bucket. An object is there whole or not at all, also after a crash.
 */
export interface BackupStore {
  /** Writes an object, over an older one of the same key. @returns its bytes */
  put(key: string, content: Readable | Buffer): Promise<number>;
  /**
   * Gives an object a second key, over an older object of that key, without writing its bytes again where the store can. Both are
   * deleted each by itself; neither may grow by `write`.
   * @throws {BackupError} not_found
   */
  copy(from: string, to: string): Promise<void>;
  /** @throws {BackupError} not_found */
  read(key: string): Promise<Readable>;
  /** Null if there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** All objects whose key starts with the prefix, by key. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Deletes all objects whose key starts with the prefix. None is fine. */
  remove(prefix: string): Promise<void>;
  /**
   * Writes bytes into an object that grows: the segment being written. A crash may leave any prefix of what was written. What was
   * `put` does not grow, and what grows is not `put`.
   * @param offset where the bytes belong; what comes after is left
   */
  write(key: string, offset: number, bytes: Buffer): Promise<void>;
  /** Where that is, for a cluster or another first name of keys. */
  places(ref: string): Promise<StorePlace[]>;
  /** Free space in bytes; null where nobody can tell. */
  freeBytes(): Promise<number | null>;
}

/** Of a place that has everything as soon as it counts. */
export const UP_TO_DATE = { isComplete: true, pending: 0, since: null, problem: null } as const;
