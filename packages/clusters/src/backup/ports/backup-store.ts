import type { Readable } from 'node:stream';

/** One object of a store, by its key: names separated by slashes, `a-z A-Z 0-9 . _ -` only. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was last written, by the clock of the store; a hint for how much to fetch, never relied on. */
  storedAt?: Date;
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
  /** Free space in bytes; null where nobody can tell. */
  freeBytes(): Promise<number | null>;
}
