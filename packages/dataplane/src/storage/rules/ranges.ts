/** Bytes of an object: both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a `Range` header asks of an object of `size` bytes. Null: the whole of it, because none was asked for, several were, or
 * the header is none that HTTP knows, as HTTP wants it.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether the client has the object already, by `If-None-Match`, else by `If-Modified-Since`. */
export function isNotModified(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  object: { etag: string; modified: Date },
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags
      .split(',')
      .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === object.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(object.modified.getTime() / 1000) <= Math.floor(since / 1000);
}
