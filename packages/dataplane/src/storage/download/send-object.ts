import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noSuchKey, StorageError } from '../errors/storage-error.ts';
import type { ObjectFiles, OpenFile } from '../files/object-files.ts';
import type { ObjectRow } from '../metadata/objects.ts';
import { servedType } from '../rules/mime-types.ts';
import { type ByteRange, isNotModified, readRange } from '../rules/ranges.ts';

const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; sandbox";
/** A stream costs more than such an object. */
const AT_ONCE_BYTES = 64 * 1024;
/** What sending fails with when the client closes the connection. */
const CLIENT_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

/**
 * Sends an object: whole, a range of it, or word that the client has it already. The stream follows the client's pace.
 * @throws {StorageError} NoSuchKey when there is a row and no file, InvalidRange
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  object: ObjectRow,
  files: ObjectFiles,
): Promise<FastifyReply> {
  const { ref } = request.project.project;
  const file = await files.open(ref, object.version ?? '');
  if (file === null) {
    request.log.warn({ ref, object: object.id }, 'an object has a row and no file');
    throw noSuchKey();
  }
  const metadata = object.metadata ?? {};
  const etag = headerText(metadata.eTag) ?? `"${object.version}"`;
  const { contentType, sandboxed } = servedType(headerText(metadata.mimetype) ?? '');
  const modified = describeHeaders(request, reply, object, etag);
  reply.header('accept-ranges', 'bytes');
  if (sandboxed) reply.header('content-security-policy', SANDBOX);
  if (isNotModified(request.headers, { etag, modified })) {
    await file.close();
    return reply.code(304).send();
  }
  const range = readRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') {
    await file.close();
    reply.header('content-range', `bytes */${file.size}`);
    throw new StorageError('InvalidRange', 'The requested range is not satisfiable');
  }
  reply.header('content-type', contentType);
  if (range !== null)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  const length = range === null ? file.size : range.end - range.start + 1;
  reply.header('content-length', String(length));
  if (request.method === 'HEAD') {
    await file.close();
    return reply.send();
  }
  if (length <= AT_ONCE_BYTES) return reply.send(await file.read(range));
  await sendLarge(request, reply, file, range);
  return reply;
}

/** The head is out before the bytes, so an answer that cannot go on is cut off, which clients see by its length. */
async function sendLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  range: ByteRange | null,
): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  try {
    await file.sendTo(raw, range);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!CLIENT_LEFT.has(code)) request.log.error({ err: error }, 'an object could not be sent to its end');
    raw.destroy();
  }
}

/** Sets what every answer with an object says of it. Answers when it was last changed. */
export function describeHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  object: ObjectRow,
  etag: string,
): Date {
  const { lastModified, cacheControl } = object.metadata ?? {};
  const modified = dateOf(lastModified) ?? dateOf(object.updated_at) ?? new Date(0);
  reply
    .header('etag', etag)
    .header('last-modified', modified.toUTCString())
    .header('cache-control', headerText(cacheControl) ?? 'no-cache')
    .header('x-robots-tag', 'none')
    .header('x-content-type-options', 'nosniff');
  const disposition = dispositionOf(request);
  if (disposition !== null) reply.header('content-disposition', disposition);
  return modified;
}

/** What the row says may stand in a header only if it can. */
function headerText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 255 && /^[\x20-\x7e]+$/.test(value)
    ? value
    : null;
}

function dateOf(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** `?download` makes browsers save it, `?download=name` under a name. */
function dispositionOf({ query }: FastifyRequest): string | null {
  const { download } = query as { download?: unknown };
  if (typeof download !== 'string') return null;
  if (download === '') return 'attachment';
  const name = encodeURIComponent(download.slice(0, 255).toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}
