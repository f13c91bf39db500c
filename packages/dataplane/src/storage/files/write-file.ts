import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tooLarge } from '../errors/storage-error.ts';
import { fileHasher, type RunningHash } from './hash/file-hasher.ts';
import { SMALL_BYTES } from './hash/tag.ts';
import type { StoredFile } from './object-files.ts';

/** After so many bytes of one object the disk is looked at again. */
const LOOK_AFTER_BYTES = 8 * 1024 * 1024;
/** Chunks come from the network in small pieces, and each call to write costs. */
const WRITE_BYTES = 512 * 1024;
/** However small they are. */
const WRITE_CHUNKS = 64;
/** Smaller chunks are not worth it. In bytes. */
const FREED_FROM = 16 * 1024;

/** Writes a new file and makes its bytes last. Its name lasts when the folder does. */
export async function writeFile(
  file: string,
  bytes: AsyncIterable<Buffer>,
  limits: { maxBytes: number; anyTag: boolean; checkMore: () => Promise<void> },
): Promise<Omit<StoredFile, 'version'>> {
  const handle = await open(
    file,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  let inThread: RunningHash | null = null;
  const { write, finish, settled } = writeInPieces(handle, (written) => inThread?.written(written));
  try {
    const hash = createHash('md5');
    let size = 0;
    let unchecked = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      unchecked += chunk.length;
      if (size > limits.maxBytes) throw tooLarge();
      if (unchecked >= LOOK_AFTER_BYTES) {
        unchecked = 0;
        await limits.checkMore();
      }
      if (inThread === null && size > SMALL_BYTES)
        inThread = fileHasher.begin(file, limits.anyTag ? 'quick' : 'md5');
      if (inThread === null) hash.update(chunk);
      await write(chunk);
    }
    await finish();
    const [tag] = await Promise.all([inThread?.complete(size) ?? hash.digest('hex'), handle.datasync()]);
    inThread = null;
    return { size, tag };
  } finally {
    inThread?.cancel();
    await settled();
    await handle.close();
  }
}

/**
 * Writes chunks many at a time, while the next ones arrive and are hashed. No more than twice `WRITE_BYTES` are waiting. What a write
 * fails with comes out at the next call.
 * @param onWritten hears now and then how many bytes the file has for certain
 */
function writeInPieces(handle: FileHandle, onWritten: (bytes: number) => void) {
  let waiting: Buffer[] = [];
  let length = 0;
  let written = 0;
  let writing = Promise.resolve();
  async function begin(): Promise<void> {
    await writing;
    onWritten(written);
    written += length;
    writing = writeAll(handle, waiting);
    // Whoever awaits it next hears of it; nobody may do so before the process looks for errors that nobody took.
    writing.catch(() => {});
    waiting = [];
    length = 0;
  }
  return {
    async write(chunk: Buffer): Promise<void> {
      waiting.push(chunk);
      length += chunk.length;
      if (length >= WRITE_BYTES || waiting.length >= WRITE_CHUNKS) await begin();
    },
    async finish(): Promise<void> {
      if (length > 0) await begin();
      await writing;
    },
    /** Resolves when nothing is being written any more, however that ended. */
    settled: () => writing.catch(() => {}),
  };
}

/** A disk that is nearly full may take a part only. */
async function writeAll(handle: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  let left = chunks.filter((chunk) => chunk.length > 0);
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left);
    const next: Buffer[] = [];
    for (const chunk of left) {
      if (bytesWritten < chunk.length) next.push(chunk.subarray(bytesWritten));
      bytesWritten = Math.max(0, bytesWritten - chunk.length);
    }
    left = next;
  }
  for (const chunk of chunks) free(chunk);
}

/**
 * Gives the memory of a chunk back at once. Chunks are larger outside of the heap than in it, so the collector would find out late,
 * and then go through the whole heap for every 30 MB that pass.
 */
function free({ buffer, byteLength }: Buffer): void {
  // What shares its memory with others is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= FREED_FROM)
    buffer.transfer(0);
}
