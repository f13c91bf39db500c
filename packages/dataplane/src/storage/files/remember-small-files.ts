import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { ByteRange } from '../rules/ranges.ts';
import type { ObjectFiles, OpenFile } from './object-files.ts';

/** Larger ones cost little beside the sending of their bytes. */
const SMALL_BYTES = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** Keeps the small files that were opened last in memory. A version never changes, so they are never old. */
export function rememberSmallFiles(files: ObjectFiles): ObjectFiles {
  const remembered = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length + 256,
  });
  return {
    ...files,
    async open(ref, version) {
      const name = `${ref}/${version}`;
      const known = remembered.get(name);
      if (known !== undefined) return inMemory(known);
      const file = await files.open(ref, version);
      if (file === null || file.size > SMALL_BYTES) return file;
      const bytes = await file.read(null);
      remembered.set(name, bytes);
      return inMemory(bytes);
    },
    async discard(ref, version) {
      remembered.delete(`${ref}/${version}`);
      await files.discard(ref, version);
    },
  };
}

function inMemory(bytes: Buffer): OpenFile {
  const part = (range: ByteRange | null) =>
    range === null ? bytes : bytes.subarray(range.start, range.end + 1);
  const stream = (range: ByteRange | null) => Readable.from(bytes.length === 0 ? [] : [part(range)]);
  return {
    size: bytes.length,
    read: async (range) => part(range),
    stream,
    sendTo: (target, range) => pipeline(stream(range), target),
    close: async () => {},
  };
}
