import { createHash } from 'node:crypto';
import type { TagKind } from './hash-messages.ts';

export interface RunningTag {
  update(bytes: Buffer): void;
  end(): string;
}

/** To hash so few bytes is not worth the way to another thread, nor another tag than MD5. */
export const SMALL_BYTES = 256 * 1024;

/** Of an object of which nobody compares the MD5. @param size in bytes */
export function tagKindOf(size: number): TagKind {
  return size > SMALL_BYTES ? 'quick' : 'md5';
}

/** Reads the bytes of an object for its tag. */
export function startTag(kind: TagKind): RunningTag {
  const hash = createHash(kind === 'md5' ? 'md5' : 'sha1');
  return {
    update: (bytes) => void hash.update(bytes),
    end: () => (kind === 'md5' ? hash.digest('hex') : `${hash.digest('hex').slice(0, 32)}-1`),
  };
}
