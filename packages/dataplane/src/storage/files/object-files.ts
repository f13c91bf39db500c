import type { Readable, Writable } from 'node:stream';
import type { ByteRange } from '../rules/ranges.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be the name of a version. What a row says is its project's to write. */
export const isVersion = (text: string): boolean => UUID.test(text);

/** No body takes so long, so what is older was left by a process that was killed. */
export const ABANDONED_MS = 25 * 3_600_000;

/** The bytes of a new object, kept for good, and belonging to no row yet. */
export interface StoredFile {
  /** A UUID. The one name that the file has; it never changes, and neither do the bytes. */
  version: string;
  size: number;
  /** What tells these bytes from others: their MD5 as hexadecimal text, unless another was enough. */
  tag: string;
}

export interface OpenFile {
  size: number;
  /** Reads it as fast as the stream is taken, and closes it at the end. */
  stream(range: ByteRange | null): Readable;
  /**
   * Sends it as fast as the target takes it, and ends the target.
   * @param target has let go of what was written when it calls back, as connections do: the memory is used again
   * @throws when the target closes before, or the bytes end
   */
  sendTo(target: Writable, range: ByteRange | null): Promise<void>;
  /** Reads it at once, for what is small, and closes it. */
  read(range: ByteRange | null): Promise<Buffer>;
  close(): Promise<void>;
}

export interface VersionState {
  size: number;
  /** When it was written, adopted or copied last; never earlier. */
  changedAt: Date;
}

/** What is done with everything that a project has. */
export interface ProjectFiles {
  /** Deletes all of a project's for good. */
  removeAll(ref: string): Promise<void>;
  /**
   * Gives a project the versions of another one. Cut short, it is done again. When this resolves they outlive a crash of the machine,
   * and the other project.
   */
  copyAll(from: string, to: string): Promise<void>;
}

/** Where bytes of objects are kept. Each version is written once, and belongs to one row of one project. */
export interface ObjectFiles extends ProjectFiles {
  /**
   * Keeps bytes as a new version. When this resolves they outlive a crash of the machine; when it rejects nothing is left.
   * @param limits `expected` bytes are announced, null when nobody knows. `anyTag`: that of large objects may be found faster than MD5
   * @throws {StorageError} EntityTooLarge, InsufficientStorage; whatever the bytes fail with
   */
  write(
    ref: string,
    bytes: AsyncIterable<Buffer>,
    limits: { maxBytes: number; expected: number | null; anyTag?: boolean },
  ): Promise<StoredFile>;
  /**
   * Takes a file of this machine over as a version that nobody has used, when its bytes were made to last. The file is gone then.
   */
  adopt(ref: string, file: string, version: string): Promise<void>;
  /** The same bytes under a version of their own, null when there are none. */
  copy(ref: string, version: string): Promise<string | null>;
  /** Null when there is no such version, or the text is none. */
  open(ref: string, version: string): Promise<OpenFile | null>;
  /** Deletes a version that no row refers to, and that no backup can bring a row back of. None is fine. */
  discard(ref: string, version: string): Promise<void>;
  /** All versions of a project that are whole, in ascending order, some at a time. What is written or deleted meanwhile may be among them. */
  list(ref: string): AsyncIterable<string[]>;
  /** Null when there is no such version. */
  inspect(ref: string, version: string): Promise<VersionState | null>;
}
