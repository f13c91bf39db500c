import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3Error } from '../errors/s3-error.ts';
import type { ProvenSignature } from '../signature/check-signature.ts';
import { checksumOf, isChecksum, startChecksum } from './checksums.ts';
import { incomplete, readChunks } from './read-chunks.ts';

/** A body whose bytes are proven when it has been read to its end, and not before. */
export interface OpenBody {
  bytes: AsyncIterable<Buffer>;
  /** Without what it is packed in; null when nobody knows. */
  expected: number | null;
}

const STREAMS: Readonly<Record<string, { signed: boolean; trailer: boolean }>> = {
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, trailer: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, trailer: true },
};

/**
 * Unpacks a body and checks it while it is read: length, hash, signatures of chunks, checksums in headers and behind the body.
 * @param payload what `x-amz-content-sha256` says
 * @throws {S3Error} at once or while reading
 */
export function openBody(
  body: AsyncIterable<Buffer> | undefined,
  {
    headers,
    payload,
    proven,
  }: { headers: ReadonlyMap<string, string>; payload: string; proven: ProvenSignature },
): OpenBody {
  const source = body ?? Readable.from([]);
  const stream = Object.hasOwn(STREAMS, payload) ? STREAMS[payload] : undefined;
  const checks = checksIn(headers);
  for (const [header, { value }] of checks)
    if (!isChecksum(checksumOf(header) ?? '', value ?? ''))
      throw new S3Error('InvalidDigest', `The ${header} you specified is not valid.`);
  if (stream === undefined) {
    if (payload !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(payload))
      throw payload.startsWith('STREAMING-')
        ? new S3Error('NotImplemented', 'Bodies are not signed in this way here.')
        : new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, or a SHA-256 hash.');
    const length = lengthIn(headers, 'content-length');
    const sha256 = payload === 'UNSIGNED-PAYLOAD' ? null : payload;
    return { bytes: checked(source, { expected: null, sha256, checks }), expected: length };
  }
  const expected = lengthIn(headers, 'x-amz-decoded-content-length');
  if (expected === null)
    throw new S3Error('MissingContentLength', 'The header x-amz-decoded-content-length is missing.');
  const promised = new Set(
    (headers.get('x-amz-trailer') ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  );
  for (const name of promised) {
    if (checksumOf(name) === null)
      throw new S3Error('InvalidArgument', `The trailer ${name.slice(0, 100)} is none that is known.`);
    checks.set(name, { sum: startChecksum(checksumOf(name) ?? ''), value: null });
  }
  const chunks = readChunks(source, {
    signed: stream.signed ? proven : null,
    trailer: stream.trailer,
    onTrailer(name, value) {
      const check = checks.get(name);
      if (check === undefined || !promised.has(name))
        throw new S3Error('InvalidArgument', 'The body ends with a line that its headers do not announce.');
      check.value = value;
    },
  });
  return { bytes: checked(chunks, { expected, sha256: null, checks }), expected };
}

type Checks = Map<string, { sum: ReturnType<typeof startChecksum>; value: string | null }>;

function checksIn(headers: ReadonlyMap<string, string>): Checks {
  const checks: Checks = new Map();
  for (const [header, value] of headers) {
    const name = checksumOf(header);
    if (name !== null) checks.set(header, { sum: startChecksum(name), value });
  }
  return checks;
}

/** Bytes that must have the checksums which headers tell of all of an object. @throws {S3Error} BadDigest while reading */
export function withChecksums(
  source: AsyncIterable<Buffer>,
  headers: ReadonlyMap<string, string>,
): AsyncGenerator<Buffer> {
  return checked(source, { expected: null, sha256: null, checks: checksIn(headers) });
}

async function* checked(
  source: AsyncIterable<Buffer>,
  { expected, sha256, checks }: { expected: number | null; sha256: string | null; checks: Checks },
): AsyncGenerator<Buffer> {
  const hash = sha256 === null ? null : createHash('sha256');
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (expected !== null && size > expected) throw incomplete();
    hash?.update(bytes);
    for (const { sum } of checks.values()) sum.update(bytes);
    yield bytes;
  }
  if (expected !== null && size !== expected) throw incomplete();
  if (hash !== null && hash.digest('hex') !== sha256)
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  for (const [header, { sum, value }] of checks)
    if (sum.digest() !== value)
      throw new S3Error('BadDigest', `The ${header} you specified did not match what was received.`);
}

function lengthIn(headers: ReadonlyMap<string, string>, name: string): number | null {
  const text = headers.get(name);
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('InvalidArgument', `The header ${name} is no length.`);
  return Number(text);
}

/** All of a small body. @throws {S3Error} */
export async function readAll({ bytes }: OpenBody, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new S3Error('InvalidArgument', 'The body of the request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
