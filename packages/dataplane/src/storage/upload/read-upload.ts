import type { IncomingHttpHeaders } from 'node:http';
import { StorageError } from '../errors/storage-error.ts';
import { keptType } from '../rules/mime-types.ts';
import { type FormEvent, formBoundary, readMultipart } from './read-multipart.ts';

/** An object that is arriving, in whichever of the two forms. */
export interface IncomingUpload {
  contentType: string;
  bytes: AsyncIterable<Buffer>;
  /** Of the object, as far as the client announced it. */
  expected: number | null;
  /** What is kept with the object. To be asked for when the bytes have been read: fields of a form may stand behind them. */
  details(): Promise<UploadDetails>;
}

export interface UploadDetails {
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

const MAX_METADATA_BYTES = 1024 * 1024;
/** A form around a file is small. What is announced beyond it is the file's. */
const FORM_BYTES = 64 * 1024;
const NOTHING_SAID = 'no-cache';

/** @throws {StorageError} InvalidRequest */
export async function readUpload(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Buffer>,
): Promise<IncomingUpload> {
  const contentType = headers['content-type'] ?? '';
  const length = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const metadata = headers['x-metadata'];
    const userMetadata =
      typeof metadata === 'string' ? readMetadata(Buffer.from(metadata, 'base64').toString('utf8')) : null;
    return {
      contentType: keptType(contentType === '' ? undefined : contentType),
      bytes: body,
      expected: length,
      details: async () => ({ cacheControl: keptCacheControl(headers['cache-control']), userMetadata }),
    };
  }
  const boundary = formBoundary(contentType);
  if (boundary === null)
    throw new StorageError('InvalidRequest', 'The form of the request names no boundary.');
  return readForm(readMultipart(body, boundary), length);
}

async function readForm(events: AsyncGenerator<FormEvent>, length: number | null): Promise<IncomingUpload> {
  const fields = new Map<string, string>();
  const file = await nextFile(events, fields);
  if (file === null) throw new StorageError('InvalidRequest', 'The form of the request holds no file.');
  return {
    contentType: keptType(file.contentType ?? undefined),
    bytes: contentOf(events),
    expected: length === null ? null : Math.max(0, length - FORM_BYTES),
    async details() {
      await nextFile(events, fields);
      const seconds = fields.get('cacheControl');
      const metadata = fields.get('metadata');
      return {
        cacheControl: cacheControlOf(seconds),
        userMetadata: metadata === undefined ? null : readMetadata(metadata),
      };
    },
  };
}

/** Reads fields until a file begins; null at the end of the form. A second file is refused: its bytes would be lost. */
async function nextFile(
  events: AsyncGenerator<FormEvent>,
  fields: Map<string, string>,
): Promise<(FormEvent & { kind: 'part' }) | null> {
  const hadFile = fields.has('');
  for (;;) {
    const next = await events.next();
    if (next.done) return null;
    const event = next.value;
    if (event.kind !== 'part') continue;
    if (event.fileName === null && event.name !== '') {
      fields.set(event.name, await textOf(events));
      continue;
    }
    if (hadFile)
      throw new StorageError('InvalidRequest', 'The form of the request holds more than one file.');
    fields.set('', '');
    return event;
  }
}

export async function* contentOf(events: AsyncGenerator<FormEvent>): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await events.next();
    if (next.done || next.value.kind !== 'bytes') return;
    yield next.value.bytes;
  }
}

export async function textOf(events: AsyncGenerator<FormEvent>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of contentOf(events)) {
    length += bytes.length;
    if (length > MAX_METADATA_BYTES)
      throw new StorageError('InvalidRequest', 'A field of the form is larger than 1 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws {StorageError} InvalidParameter */
export function readMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw new StorageError('InvalidParameter', 'The metadata must be a JSON object.');
}

/** Of the field of a form: seconds, or a whole header. */
export function cacheControlOf(field: string | undefined): string {
  return keptCacheControl(field !== undefined && /^\d{1,10}$/.test(field) ? `max-age=${field}` : field);
}

/** Only what can stand in a header again. */
export function keptCacheControl(text: string | undefined): string {
  return text !== undefined && text.length <= 255 && /^[\x20-\x7e]+$/.test(text) ? text : NOTHING_SAID;
}
