import type { Readable } from 'node:stream';
import type { ObjectFiles } from '../kernel/ports.ts';
import type { ListedEntry } from './list-objects.ts';
import { TAR_END, tarHeader, tarPadding } from './tar-entries.ts';

export const toLine = (entry: ListedEntry): string => `${JSON.stringify(entry)}\n`;

/** An object of an archive has gone since the archive was asked for. */
export class ObjectGoneError extends Error {
  override readonly name = 'ObjectGoneError';
}

/**
 * The archive that a listing describes, from one of its bytes on, read from the objects as fast as it is taken. The same listing always
 * makes the same bytes, so what broke off can be gone on with.
 * @param listing lines of {@link toLine}
 * @throws {ObjectGoneError} when it comes to an object without bytes
 */
export async function* sendArchive(
  listing: Readable,
  { ref, files, start }: { ref: string; files: ObjectFiles; start: number },
): AsyncGenerator<Buffer> {
  let skip = start;
  /** What is left of bytes when those before the start are taken away. */
  const behindStart = (bytes: Buffer): Buffer => {
    const skipped = Math.min(skip, bytes.length);
    skip -= skipped;
    return bytes.subarray(skipped);
  };
  for await (const entry of entriesOf(listing)) {
    yield behindStart(tarHeader(entry));
    if (skip >= entry.size) skip -= entry.size;
    else {
      const from = skip;
      skip = 0;
      yield* bytesOf(entry, from, { ref, files });
    }
    yield behindStart(tarPadding(entry.size));
  }
  yield behindStart(TAR_END);
}

async function* entriesOf(listing: Readable): AsyncGenerator<ListedEntry> {
  let rest = '';
  for await (const chunk of listing.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ListedEntry;
  }
}

async function* bytesOf(
  { name, version, text, size }: ListedEntry,
  from: number,
  { ref, files }: { ref: string; files: ObjectFiles },
): AsyncGenerator<Buffer> {
  if (text !== undefined) yield Buffer.from(text).subarray(from);
  if (version === undefined) return;
  const file = await files.open(ref, version);
  if (file === null) throw new ObjectGoneError(`The bytes of ${name} are gone.`);
  if (file.size !== size) {
    await file.close();
    throw new ObjectGoneError(`The bytes of ${name} have changed.`);
  }
  yield* file.stream(from === 0 ? null : { start: from, end: size - 1 }) as AsyncIterable<Buffer>;
}
