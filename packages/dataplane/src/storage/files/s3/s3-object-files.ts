import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from '../../errors/storage-error.ts';
import type { ByteRange } from '../../rules/ranges.ts';
import { ABANDONED_MS, isVersion, type ObjectFiles, type OpenFile } from '../object-files.ts';
import { syncFolder } from '../shared-folder-sync.ts';
import { inPieces, pieceSizes } from './pieces.ts';
import { objectsOf, s3ProjectFiles } from './s3-project-files.ts';
import { openS3Store, type S3Store, type S3StoreOptions } from './s3-store.ts';

export interface S3FilesOptions extends S3StoreOptions {
  /** Where files of this machine are that go with a project: uploads that are not whole yet, and rendered images. */
  folder: string;
}

/** A stream that breaks off is gone on with so many times in a row. */
const ATTEMPTS = 4;

/**
 * Objects in a bucket of a store that speaks the S3 protocol, under the names that they have as files of this machine. A version is
 * written at once, or in parts that appear together, so one that can be opened is whole.
 */
export function openS3Files(options: S3FilesOptions): ObjectFiles {
  const store = openS3Store(options);
  const cleared = new Set<string>();

  /** Parts that a killed process left take room, and no list of objects shows them. */
  function clearAbandoned(ref: string): void {
    if (cleared.has(ref)) return;
    cleared.add(ref);
    store.abortUploads(objectsOf(ref), ABANDONED_MS).catch(() => cleared.delete(ref));
  }

  async function put(
    ref: string,
    version: string,
    bytes: AsyncIterable<Buffer>,
    expected: number | null,
  ): Promise<void> {
    const key = s3Key(ref, version);
    const pieces = inPieces(bytes, pieceSizes(expected, options.pieceBytes));
    const first = await pieces.next();
    const second = first.done ? first : await pieces.next();
    if (second.done) return store.put(key, first.done ? Buffer.alloc(0) : first.value);
    clearAbandoned(ref);
    const upload = await store.beginUpload(key);
    try {
      // One is sent while the next one is collected.
      let sending = upload.send(first.value as Buffer);
      sending.catch(() => {});
      for (let piece: IteratorResult<Buffer, void> = second; !piece.done; piece = await pieces.next()) {
        await sending;
        sending = upload.send(piece.value);
        sending.catch(() => {});
      }
      await sending;
      await upload.complete();
    } catch (error) {
      await upload.abort();
      throw error;
    } finally {
      await pieces.return?.(undefined);
    }
  }

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
      for await (const keys of store.list(objectsOf(ref))) {
        const versions = keys.map((key) => key.split('/').at(-1) ?? '').filter(isVersion);
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

function openFile(store: S3Store, key: string, size: number): OpenFile {
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

/** What is stored never changes, so a connection that breaks off is gone on with where it was. */
async function* readBytes(store: S3Store, key: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = start;
  for (let attempt = 1; at <= end; attempt++) {
    try {
      for await (const chunk of await store.read(key, { start: at, end })) {
        at += chunk.length;
        attempt = 1;
        yield chunk;
      }
      if (at <= end) throw new Error('The store ended its answer before all bytes were there.');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
