import { Readable } from 'node:stream';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks for. Null: everything, also when it asks for several parts or makes no sense, which servers may
 * ignore. `beyond`: nothing of what it asks for is there.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'beyond' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'beyond' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'beyond';
  return end < start ? null : { start, end };
}

/** Some bytes of a stream. What comes before is read and thrown away. */
export function slice(content: Readable, range: ByteRange): Readable {
  return Readable.from(part(content, range), { objectMode: false });
}

async function* part(content: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - position);
    const wanted = chunk.subarray(from, Math.max(from, end + 1 - position));
    position += chunk.length;
    if (wanted.length > 0) yield wanted;
    if (position > end) return;
  }
}
