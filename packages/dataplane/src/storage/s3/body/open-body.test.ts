import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { S3Error } from '../errors/s3-error.ts';
import { signingKey } from '../signature/sigv4.ts';
import { checksumOf, startChecksum } from './checksums.ts';
import { openBody, readAll } from './open-body.ts';

const SCOPE = { day: '20130524', region: 'us-east-1', service: 's3' };
const PROVEN = {
  key: signingKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', SCOPE),
  signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  time: '20130524T000000Z',
  scope: SCOPE,
};

interface Sent {
  payload: string;
  headers?: Record<string, string>;
  body: string;
  signature?: string;
}

/** What is read of a body that comes in pieces of so many bytes, or the code of the refusal. */
async function read({ payload, headers = {}, body, signature }: Sent, pieces: number): Promise<string> {
  async function* source() {
    for (let at = 0; at < body.length; at += pieces) yield Buffer.from(body.slice(at, at + pieces), 'latin1');
  }
  const proven = { ...PROVEN, ...(signature === undefined ? {} : { signature }) };
  try {
    const open = openBody(source(), { headers: new Map(Object.entries(headers)), payload, proven });
    const bytes = await readAll(open, 1_000_000);
    return createHash('sha256').update(bytes).digest('hex');
  } catch (error) {
    return (error as S3Error).code;
  }
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const A = (count: number) => 'a'.repeat(count);
const chunk = (text: string, signature?: string) =>
  `${text.length.toString(16)}${signature === undefined ? '' : `;chunk-signature=${signature}`}\r\n${text}${text === '' ? '' : '\r\n'}`;

// The examples that AWS publishes: 65 kB of the letter a, in a chunk of 64 kB and one of 1 kB.
const FIRST = 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648';
const SECOND = '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497';
const LAST = 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9';
const SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const signed = (changes: { text?: string; length?: number; first?: string; last?: string } = {}): Sent => ({
  payload: SIGNED,
  headers: { 'x-amz-decoded-content-length': String(changes.length ?? 66_560) },
  body: `${chunk(changes.text ?? A(65_536), changes.first ?? FIRST)}${chunk(A(1024), SECOND)}${chunk('', changes.last ?? LAST)}\r\n`,
});
const trailed = (trailer: string): Sent => ({
  payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  headers: { 'x-amz-decoded-content-length': '66560', 'x-amz-trailer': 'x-amz-checksum-crc32c' },
  signature: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
  body: `${chunk(A(65_536), 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2')}${chunk(
    A(1024),
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
  )}${chunk('', '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992')}${trailer}`,
});
const TRAILER = 'x-amz-checksum-crc32c:sOO8/Q==\r\n';
const TRAILER_SIGNATURE =
  'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n';
const unsigned = (body: string, more: Record<string, string> = {}): Sent => ({
  payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  headers: { 'x-amz-decoded-content-length': '5', 'x-amz-trailer': 'x-amz-checksum-crc32', ...more },
  body,
});
const CRC = 'x-amz-checksum-crc32:NhCmhg==\r\n\r\n';

describe('bodies', () => {
  it.each<[string, Sent, string]>([
    ['an unsigned body', { payload: 'UNSIGNED-PAYLOAD', body: 'hello' }, sha('hello')],
    ['a signed body', { payload: sha('hello'), body: 'hello' }, sha('hello')],
    ['a hash that lies', { payload: sha('other'), body: 'hello' }, 'XAmzContentSHA256Mismatch'],
    ['a hash that has another meaning', { payload: 'constructor', body: 'hello' }, 'InvalidArgument'],
    ['no hash', { payload: 'hello', body: 'hello' }, 'InvalidArgument'],
    [
      'another kind of signature',
      { payload: 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', body: '' },
      'NotImplemented',
    ],
    [
      'a right MD5',
      { payload: 'UNSIGNED-PAYLOAD', headers: { 'content-md5': 'XUFAKrxLKna5cZ2REBfFkg==' }, body: 'hello' },
      sha('hello'),
    ],
    [
      'a wrong MD5',
      { payload: 'UNSIGNED-PAYLOAD', headers: { 'content-md5': 'XUFAKrxLKna5cZ2REBfFkg==' }, body: 'hallo' },
      'BadDigest',
    ],
    [
      'a wrong checksum in a header',
      { payload: 'UNSIGNED-PAYLOAD', headers: { 'x-amz-checksum-crc32': 'AAAAAA==' }, body: 'hello' },
      'BadDigest',
    ],
    ['signed chunks', signed(), sha(A(66_560))],
    ['a chunk that was changed', signed({ text: `${A(65_535)}b` }), 'SignatureDoesNotMatch'],
    ['a signature of another chunk', signed({ first: SECOND }), 'SignatureDoesNotMatch'],
    [
      'a last chunk that is not signed',
      { ...signed(), body: `${chunk(A(65_536), FIRST)}${chunk('')}\r\n` },
      'SignatureDoesNotMatch',
    ],
    [
      'a chunk left out',
      { ...signed({ length: 65_536 }), body: `${chunk(A(65_536), FIRST)}${chunk('', LAST)}\r\n` },
      'SignatureDoesNotMatch',
    ],
    ['a length that is too large', signed({ length: 70_000 }), 'IncompleteBody'],
    ['a length that is too small', signed({ length: 66_000 }), 'IncompleteBody'],
    ['no length', { ...signed(), headers: {} }, 'MissingContentLength'],
    ['signed chunks and lines behind them', trailed(`${TRAILER}${TRAILER_SIGNATURE}\r\n`), sha(A(66_560))],
    ['lines that are not signed', trailed(`${TRAILER}\r\n`), 'SignatureDoesNotMatch'],
    [
      'lines that were changed',
      trailed(`x-amz-checksum-crc32c:AAAAAA==\r\n${TRAILER_SIGNATURE}\r\n`),
      'SignatureDoesNotMatch',
    ],
    ['unsigned chunks with a checksum', unsigned(`${chunk('hello')}${chunk('')}${CRC}`), sha('hello')],
    ['a checksum that is wrong', unsigned(`${chunk('hallo')}${chunk('')}${CRC}`), 'BadDigest'],
    ['a checksum that was promised', unsigned(`${chunk('hello')}${chunk('')}\r\n`), 'BadDigest'],
    [
      'a line that was not',
      unsigned(`${chunk('hello')}${chunk('')}x-amz-meta-a:b\r\n${CRC}`),
      'InvalidArgument',
    ],
    [
      'a checksum of no known kind',
      unsigned(chunk(''), { 'x-amz-trailer': 'x-amz-checksum-md2' }),
      'InvalidArgument',
    ],
    ['an end that never comes', unsigned(chunk('hello')), 'IncompleteBody'],
    ['a chunk cut short', unsigned('9\r\nhello'), 'IncompleteBody'],
    ['a size that is none', unsigned(`-5\r\nhello\r\n${chunk('')}`), 'IncompleteBody'],
    ['a line without an end', unsigned('0'.repeat(100_000)), 'IncompleteBody'],
    [
      'more behind the end',
      unsigned(`${chunk('hello')}${chunk('')}${CRC}GET / HTTP/1.1\r\n`),
      'IncompleteBody',
    ],
  ])('%s', async (_name, sent, expected) => {
    for (const pieces of [1, 7, 1_000_000]) expect(await read(sent, pieces)).toBe(expected);
  });

  it.each(['x-amz-checksum-constructor', 'x-amz-checksum-md5', 'x-amz-checksum-type', 'etag'])(
    '%s is no checksum',
    (header) => expect(checksumOf(header)).toBeNull(),
  );

  // Published check values: CRC-32, CRC-32C and CRC-64/NVME of the nine digits.
  it.each([
    ['x-amz-checksum-crc32', 'cbf43926'],
    ['x-amz-checksum-crc32c', 'e3069283'],
    ['x-amz-checksum-crc64nvme', 'ae8b14860a799888'],
    ['x-amz-checksum-sha1', createHash('sha1').update('123456789').digest('hex')],
  ])('%s', (header, expected) => {
    const sum = startChecksum(checksumOf(header) ?? '');
    for (const piece of ['1234', '', '56789']) sum.update(Buffer.from(piece));
    expect(Buffer.from(sum.digest(), 'base64').toString('hex')).toBe(expected);
  });
});
