import { StorageError } from '../errors/storage-error.ts';

/** What comes out of a form, in order: a part begins, its bytes, it ends. */
export type FormEvent =
  | { kind: 'part'; name: string; fileName: string | null; contentType: string | null }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'end' };

const MAX_HEADER_BYTES = 16_384;
const MAX_PARTS = 100;

/** The text between the parts of a form, null when the content type names none. */
export function formBoundary(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType,
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Reads `multipart/form-data` as it arrives, in memory of a few kilobytes.
 * @throws {StorageError} InvalidRequest for anything that is no form, or none to its end
 */
export async function* readMultipart(
  body: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<FormEvent> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first mark stands at the very beginning, the others behind a line's end.
  let rest: Buffer = Buffer.from('\r\n');
  let state: 'before' | 'mark' | 'header' | 'content' | 'over' = 'before';
  let parts = 0;
  for await (const chunk of body) {
    if (state === 'over') continue;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (state === 'before' || state === 'content') {
        const at = rest.indexOf(mark);
        const sure = at === -1 ? Math.max(0, rest.length - mark.length + 1) : at;
        if (state === 'content' && sure > 0) yield { kind: 'bytes', bytes: rest.subarray(0, sure) };
        rest = rest.subarray(at === -1 ? sure : at + mark.length);
        if (at === -1) break;
        if (state === 'content') yield { kind: 'end' };
        state = 'mark';
      } else if (state === 'mark') {
        if (rest.length < 2) break;
        const next = rest.toString('latin1', 0, 2);
        if (next !== '\r\n' && next !== '--') throw malformed();
        state = next === '--' ? 'over' : 'header';
        if (state === 'over') break;
        // Its line's end stays, so that a part without headers is read like one with some.
      } else if (state === 'header') {
        const at = rest.indexOf('\r\n\r\n');
        if ((at === -1 ? rest.length : at) > MAX_HEADER_BYTES) throw malformed();
        if (at === -1) break;
        parts += 1;
        if (parts > MAX_PARTS) throw malformed();
        yield readHeader(rest.toString('utf8', 2, at));
        rest = rest.subarray(at + 4);
        state = 'content';
      } else break;
    }
  }
  if (state !== 'over') throw malformed();
}

function readHeader(text: string): FormEvent {
  const lines = text.split('\r\n');
  const value = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? null;
  const disposition = value('content-disposition') ?? '';
  if (!/^form-data\b/i.test(disposition)) throw malformed();
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1] ?? '';
  const fileName = /;\s*filename\*?=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  return {
    kind: 'part',
    name,
    fileName: fileName === null ? null : (fileName[1] ?? fileName[2] ?? ''),
    contentType: value('content-type'),
  };
}

function malformed(): StorageError {
  return new StorageError('InvalidRequest', 'The form of the request is malformed or ends early.');
}
