import type { Bucket, ByteRange } from './bucket.ts';

/** A stream that breaks off is gone on with so many times in a row. */
const ATTEMPTS = 4;

/** Bytes of an object that does not change meanwhile: a connection that breaks off is gone on with where it was. */
export async function* readBytes(
  bucket: Bucket,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let at = start;
  for (let attempt = 1; at <= end; attempt++) {
    try {
      for await (const chunk of await bucket.read(key, { start: at, end })) {
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
