import type { IncomingHttpHeaders } from 'node:http';
import { hostProblem } from '@basalt/network';

/** A request that came whole in one piece and of which nothing can be read in two ways. */
export interface ReadRequest {
  method: string;
  /** As it was written. */
  target: string;
  /** The very object of the request before it on its connection when both say the same. Nobody may change it. */
  headers: IncomingHttpHeaders;
  body: Buffer | null;
}

/** What was read of the lines of headers that came last. They are nearly always the same on a connection. */
export interface ReadHeaders {
  /** The lines with the empty one behind them. */
  bytes: Buffer;
  headers: IncomingHttpHeaders;
  bodyBytes: number;
}

/** Larger ones are rare, and are read within a budget. */
const MAX_BYTES = 16 * 1024;
const LINE = /^(GET|POST|PATCH|PUT|DELETE) (\/[!$-:<-~]*) HTTP\/1\.1$/;
const HEADER = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*([!-~](?:[ -~]*[!-~])?)$/;
/** What changes how a message is read, or what becomes of its connection. */
const SPECIAL = /^(transfer-encoding|expect|upgrade|te|trailer|http2-settings|keep-alive|proxy-.*)$/;
/** A media type with its parameters. The complete server says what is wrong with another. */
const TYPE = /^[\w.+-]+\/[\w.+-]+(?: ?; ?[\w-]+=[\w.+-]+)*$/;
const LENGTH = /^(0|[1-9]\d{0,4})$/;

/**
 * Reads a plain request: one whole message with a `Host` and headers of visible characters, each once, whose body has a given
 * length. Null for everything else, which only a complete reader of HTTP may judge.
 * @param piece all that came since the last answer
 * @param before of the request before it on the connection
 */
export function readPlainRequest(
  piece: Buffer,
  before: ReadHeaders | null,
): { request: ReadRequest; read: ReadHeaders } | null {
  if (piece.length > MAX_BYTES) return null;
  const lineEnd = piece.indexOf('\r\n');
  if (lineEnd === -1) return null;
  const [, method, target] = LINE.exec(piece.toString('latin1', 0, lineEnd)) ?? [];
  if (method === undefined || target === undefined) return null;
  const read = readAgain(piece, lineEnd + 2, before) ?? readHeaders(piece, lineEnd + 2);
  if (read === null) return null;
  const { headers, bytes, bodyBytes } = read;
  const headEnd = lineEnd + 2 + bytes.length;
  if (piece.length !== headEnd + bodyBytes) return null;
  const body = bodyBytes === 0 ? null : piece.subarray(headEnd);
  return { request: { method, target, headers, body }, read };
}

/** The headers from `start` if they are those that were read before, byte by byte. */
function readAgain(piece: Buffer, start: number, before: ReadHeaders | null): ReadHeaders | null {
  if (before === null) return null;
  const { length } = before.bytes;
  const same = piece.length >= start + length && before.bytes.compare(piece, start, start + length) === 0;
  return same ? before : null;
}

function readHeaders(piece: Buffer, start: number): ReadHeaders | null {
  const end = piece.indexOf('\r\n\r\n', start - 2);
  if (end < start) return null;
  const headers: Record<string, string> = {};
  const raw: string[] = [];
  for (const line of piece.toString('latin1', start, end).split('\r\n')) {
    const [, written, value] = HEADER.exec(line) ?? [];
    if (written === undefined || value === undefined) return null;
    const name = written.toLowerCase();
    if (SPECIAL.test(name) || Object.hasOwn(headers, name)) return null;
    headers[name] = value;
    raw.push(written, value);
  }
  if (headers.host === undefined || hostProblem(raw, '/') !== null) return null;
  if (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive') return null;
  if (headers['content-type'] !== undefined && !TYPE.test(headers['content-type'])) return null;
  const length = headers['content-length'] ?? '0';
  if (!LENGTH.test(length)) return null;
  return { bytes: Buffer.from(piece.subarray(start, end + 4)), headers, bodyBytes: Number(length) };
}
