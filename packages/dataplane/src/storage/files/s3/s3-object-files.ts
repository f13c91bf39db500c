import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Bucket, type BucketOptions, openBucket, readBytes, writeStream } from '@basalt/object-store';
import { tooLarge } from '../../errors/storage-error.ts';
import type { ByteRange } from '../../rules/ranges.ts';
import { ABANDONED_MS, isVersion, type ObjectFiles, type OpenFile } from '../object-files.ts';
import { syncFolder } from '../shared-folder-sync.ts';
import { explainFault } from './explain-fault.ts';
import { objectsOf, s3ProjectFiles } from './s3-project-files.ts';

export interface S3FilesOptions extends BucketOptions {
  /** Where files of this machine are that go with a project: uploads that are not whole yet, and rendered images. */
  folder: string;
}

/**
 * Objects in a bucket of a store that speaks the S3 protocol, under the names that they have as files of this machine. A version is
 * written at once, or in parts that appear together, so one that can be opened is whole.
 */
export function openS3Files(options: S3FilesOptions): ObjectFiles {
  const store = openBucket(options, explainFault);
  const cleared = new Set<string>();

  /** Parts that a killed process left take room, and no list of objects shows them. */
  function clearAbandoned(ref: string): void {
    if (cleared.has(ref)) return;
    cleared.add(ref);
    store.abortUploads(objectsOf(ref), ABANDONED_MS).catch(() => cleared.delete(ref));
  }

  const put = (ref: string, version: string, bytes: AsyncIterable<Buffer>, expected: number | null) =>
    writeStream(store, s3Key(ref, version), bytes, { expected, begins: () => clearAbandoned(ref) });

  return {
    ...s3ProjectFiles(store, options.folder),
    async write(ref, bytes, { maxBytes, expected }) {
      if (expected !== null && expected > maxBytes) throw tooLarge();
      const version = randomUUID();
      const hash = createHash('md5');
      let size = 0;
      async function* counted() {
        for await (const chunk of bytes) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge();
          hash.update(chunk);
          yield chunk;
        }
      }
      try {
        await put(ref, version, counted(), expected);
      } catch (error) {
        // The answer may have been lost on its way, and the bytes be there.
        await store.remove(s3Key(ref, version)).catch(() => {});
        throw error;
      }
      return { version, size, tag: hash.digest('hex') };
    },
    async adopt(ref, file, version) {
      await put(ref, version, createReadStream(file) as AsyncIterable<Buffer>, (await stat(file)).size);
      await rm(file, { force: true });
      await syncFolder(path.dirname(file));
    },
    async copy(ref, version) {
      if (!isVersion(version)) return null;
      const copied = randomUUID();
      const found = await store.copy(s3Key(ref, version), s3Key(ref, copied));
      return found ? copied : null;
    },
    async open(ref, version) {
      if (!isVersion(version)) return null;
      const key = s3Key(ref, version);
      const found = await store.inspect(key);
      return found === null ? null : openFile(store, key, found.size);
    },
    async *list(ref) {
      for await (const found of store.list(objectsOf(ref))) {
        const versions = found.map(({ key }) => key.split('/').at(-1) ?? '').filter(isVersion);
        if (versions.length > 0) yield versions;
      }
    },
    inspect: async (ref, version) => (isVersion(version) ? store.inspect(s3Key(ref, version)) : null),
    async discard(ref, version) {
      if (isVersion(version)) await store.remove(s3Key(ref, version));
    },
  };
}

/** The place that it has as a file of a machine, so that programs that copy folders into buckets move it. */
function s3Key(ref: string, version: string): string {
  return `${objectsOf(ref)}${version.slice(0, 2)}/${version}`;
}

function openFile(store: Bucket, key: string, size: number): OpenFile {
  const stream = (range: ByteRange | null) =>
    Readable.from(readBytes(store, key, range ?? { start: 0, end: size - 1 }), { objectMode: false });
  return {
    size,
    stream,
    sendTo: (target, range) => pipeline(stream(range), target),
    read: (range) => buffer(stream(range)),
    close: async () => {},
  };
}
