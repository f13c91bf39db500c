import { createHash } from 'node:crypto';
import { S3Error } from '../errors/s3-error.ts';
import { sha256 } from '../signature/canonical.ts';
import type { ProvenSignature } from '../signature/check-signature.ts';
import { isSame, scopeText, sign } from '../signature/sigv4.ts';

export interface ChunkedBody {
  /** The signature of the request, from which each chunk's goes on; null: chunks are not signed. */
  signed: ProvenSignature | null;
  /** Whether lines stand behind the last chunk. */
  trailer: boolean;
  /** Gets what stands behind the last chunk, by small letters. */
  onTrailer(name: string, value: string): void;
}

const MAX_LINE_BYTES = 4_096;
const MAX_TRAILERS = 10;
const EMPTY = sha256('');

/**
 * Reads a body in chunks as `aws-chunked` has them, in memory of one piece of the network. Bytes are handed on before the signature of
 * their chunk is known to be right: who keeps them must wait for the end.
 * @throws {S3Error} SignatureDoesNotMatch, IncompleteBody, InvalidRequest
 */
export async function* readChunks(
  body: AsyncIterable<Buffer>,
  { signed, trailer, onTrailer }: ChunkedBody,
): AsyncGenerator<Buffer> {
  const reader = createReader(body);
  let before = signed?.signature ?? '';
  for (;;) {
    const { size, signature } = readHead(await reader.line());
    const hash = createHash('sha256');
    for (let left = size; left > 0; ) {
      const bytes = await reader.bytes(left);
      left -= bytes.length;
      if (signed !== null) hash.update(bytes);
      yield bytes;
    }
    if (signed !== null) before = checkChunk(signed, before, hash.digest('hex'), signature);
    if (size === 0) break;
    if ((await reader.line()) !== '') throw malformed();
  }
  const lines: string[] = [];
  for (let line = await reader.line(true); line !== null && line !== ''; line = await reader.line(true)) {
    lines.push(line);
    if (!trailer || lines.length > MAX_TRAILERS) throw malformed();
  }
  checkTrailer(lines, before, signed, trailer);
  for (const line of lines) {
    const [name, value] = splitLine(line);
    onTrailer(name, value);
  }
  if (!(await reader.isAtEnd())) throw malformed();
}

function checkChunk(signed: ProvenSignature, before: string, hash: string, given: string): string {
  const text = ['AWS4-HMAC-SHA256-PAYLOAD', signed.time, scopeText(signed.scope), before, EMPTY, hash];
  const expected = sign(signed.key, text.join('\n'));
  if (!isSame(given, expected)) throw mismatch();
  return expected;
}

/** The last line signs those before it. It is taken off the list. */
function checkTrailer(
  lines: string[],
  before: string,
  signed: ProvenSignature | null,
  trailer: boolean,
): void {
  if (signed === null || !trailer) return;
  const [name, given] = splitLine(lines.pop() ?? '');
  if (name !== 'x-amz-trailer-signature') throw mismatch();
  const text = lines.map((line) => `${splitLine(line).join(':')}\n`).join('');
  const parts = ['AWS4-HMAC-SHA256-TRAILER', signed.time, scopeText(signed.scope), before, sha256(text)];
  if (!isSame(given, sign(signed.key, parts.join('\n')))) throw mismatch();
}

function splitLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) throw malformed();
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** `1000;chunk-signature=…` */
function readHead(line: string): { size: number; signature: string } {
  const match = /^([0-9a-f]{1,9})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
  if (match === null) throw malformed();
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

function createReader(body: AsyncIterable<Buffer>) {
  const source = body[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await source.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  async function line(): Promise<string>;
  async function line(mayEnd: true): Promise<string | null>;
  async function line(mayEnd = false): Promise<string | null> {
    for (;;) {
      // A line ends with both characters; some senders of trailers leave the first one out.
      const at = rest.indexOf(0x0a);
      if ((at === -1 ? rest.length : at) > MAX_LINE_BYTES) throw malformed();
      if (at !== -1) {
        const text = rest.toString('latin1', 0, at).replace(/\r$/, '');
        rest = rest.subarray(at + 1);
        return text;
      }
      if (await more()) continue;
      if (mayEnd && rest.length === 0) return null;
      throw incomplete();
    }
  }
  return {
    line,
    /** At most so many. */
    async bytes(count: number): Promise<Buffer> {
      while (rest.length === 0) if (!(await more())) throw incomplete();
      const bytes = rest.subarray(0, count);
      rest = rest.subarray(bytes.length);
      return bytes;
    },
    async isAtEnd(): Promise<boolean> {
      while (rest.length === 0) if (!(await more())) return true;
      return false;
    },
  };
}

export const incomplete = () =>
  new S3Error('IncompleteBody', 'The body is not as long as its headers announce.');
const malformed = () =>
  new S3Error('IncompleteBody', 'The body is not in the chunks that its headers announce.');
const mismatch = () =>
  new S3Error('SignatureDoesNotMatch', 'The signature of a part of the body does not match it.');
