import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useTestCluster } from '@basalt/clusters/testing';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from '../rest/rest-api-for-test.ts';
import { canonicalRequest, readQuery } from './s3/signature/canonical.ts';
import { scopeText, sign, signingKey, stringToSign } from './s3/signature/sigv4.ts';
import { createStorageService } from './storage-service.ts';

const KEY = { accessKey: 'a'.repeat(32), secret: 'b'.repeat(64) };
const REGION = 'eu-central-1';
/** A client may be silent for a quarter of a second here. */
const PACE = { silenceMs: 250, windowMs: 15_000, bytesPerSecond: 1, tickMs: 10 };
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lies-'));
  api = await openRestApi(
    await cluster.createDatabase(),
    {},
    (projects) => [createStorageService({ logger: Fastify().log, projects, folder })],
    { pace: PACE },
  );
  api.change({ region: REGION, storageKeys: [KEY] });
  url = new URL(await api.listen());
  const make = async (id: string, more: object) => {
    const made = await api.ask('POST /bucket', { service: 'storage', body: { id, ...more } });
    expect(made.status).toBe(200);
  };
  await make('b', {});
  await make('texts', { allowed_mime_types: ['text/*'] });
  // The folders of the project are made with its first file.
  expect((await api.ask('POST /object/b/first', { service: 'storage', body: 'x' })).status).toBe(200);
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .sort();

interface Sent {
  method: string;
  /** Below `/storage/v1`, with its query. */
  at: string;
  headers: Record<string, string>;
  body: string;
}

/** A connection on which a request stands as it is written here. `answer` is all that comes until the server hangs up. */
function send({ method, at, headers, body }: Sent) {
  const socket = connect(Number(url.port), url.hostname);
  const lines = [`${method} ${url.pathname}/storage/v1${at} HTTP/1.1`, 'connection: close'];
  for (const [name, value] of Object.entries({ host: url.host, ...headers })) lines.push(`${name}: ${value}`);
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const answer = new Promise<{ status: number; text: string }>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
  });
  return { answer, hangUp: () => socket.destroy() };
}

/** The code of a refusal in either form, or `stored`. */
function told({ status, text }: { status: number; text: string }): [number, string] {
  return [status, /"code":"(\w+)"|<Code>(\w+)<\/Code>/.exec(text)?.slice(1).find(Boolean) ?? 'stored'];
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const md5 = (text: string) => createHash('md5').update(text).digest('base64');
const timeText = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

interface Signing {
  /** What `x-amz-content-sha256` says. */
  payload?: string;
  /** Milliseconds that the clock of the client is ahead. */
  skew?: number;
  region?: string;
  /** Of the credential, when it is not that of the time. */
  day?: string;
  /** Signed like the others. */
  headers?: Record<string, string>;
}

const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Headers with a signature, and what the signatures of chunks go on from. */
function signS3(method: string, at: string, signing: Signing = {}) {
  const { payload = UNSIGNED, skew = 0, region = REGION, headers = {} } = signing;
  const time = timeText(Date.now() + skew);
  const scope = { day: signing.day ?? time.slice(0, 8), region, service: 's3' };
  const all = { host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': time, ...headers };
  const names = Object.keys(all).sort();
  const [place = '', search = ''] = at.split(/\?(.*)/s);
  const request = { method, path: `${url.pathname}/storage/v1${place}`, query: readQuery(search) };
  const canonical = canonicalRequest({ ...request, headers: new Map(Object.entries(all)) }, names, payload);
  const key = signingKey(KEY.secret, scope);
  const signature = sign(key, stringToSign(time, scope, canonical));
  const credential = `${KEY.accessKey}/${scopeText(scope)}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
  const chunk = (before: string, text: string) =>
    sign(
      key,
      ['AWS4-HMAC-SHA256-PAYLOAD', time, scopeText(scope), before, sha256(''), sha256(text)].join('\n'),
    );
  return { headers: { ...all, authorization }, signature, chunk };
}

/** Sends an object of five bytes by S3, signed as said and changed afterwards. */
async function putS3(
  signing: Signing,
  { at = '/s3/b/lie', body = 'hello', headers = {} }: Partial<Omit<Sent, 'method'>> = {},
): Promise<[number, string]> {
  const signed = signS3('PUT', at, signing).headers;
  const sent = { 'content-length': String(body.length), ...signed, ...headers };
  return told(await send({ method: 'PUT', at, headers: sent, body }).answer);
}

const STREAM = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const TRAILED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** Sends `hello` and ` you` in signed chunks, as far as `change` leaves them so. */
async function putChunks(
  change: (chunks: [text: string, signature: string][]) => [text: string, signature: string][],
  { decoded = 9, behind = '' } = {},
): Promise<[number, string]> {
  const at = '/s3/b/lie';
  const named = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(decoded) };
  const { headers, signature, chunk } = signS3('PUT', at, { payload: STREAM, headers: named });
  let before = signature;
  const chunks = ['hello', ' you', ''].map((text): [string, string] => {
    before = chunk(before, text);
    return [text, before];
  });
  const body = `${change(chunks)
    .map(([text, signed]) => `${text.length.toString(16)};chunk-signature=${signed}\r\n${text}\r\n`)
    .join('')}${behind}`;
  const sent = { 'content-length': String(body.length), ...headers };
  return told(await send({ method: 'PUT', at, headers: sent, body }).answer);
}

async function putTrailed(body: string, more: Record<string, string> = {}): Promise<[number, string]> {
  const headers = { 'x-amz-decoded-content-length': '5', 'x-amz-trailer': 'x-amz-checksum-crc32', ...more };
  return putS3({ payload: TRAILED, headers }, { body });
}

/** An address that was signed so long ago, for so long. */
function presign(method: string, { ago = 0, expires = 60, region = REGION } = {}): string {
  const time = timeText(Date.now() - ago * 1_000);
  const scope = { day: time.slice(0, 8), region, service: 's3' };
  const query =
    `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(`${KEY.accessKey}/${scopeText(scope)}`)}` +
    `&X-Amz-Date=${time}&X-Amz-Expires=${expires}&X-Amz-SignedHeaders=host`;
  const request = { method, path: `${url.pathname}/storage/v1/s3/b/lie`, query: readQuery(query) };
  const canonical = canonicalRequest(
    { ...request, headers: new Map([['host', url.host]]) },
    ['host'],
    UNSIGNED,
  );
  const signature = sign(signingKey(KEY.secret, scope), stringToSign(time, scope, canonical));
  return `/s3/b/lie?${query}&X-Amz-Signature=${signature}`;
}

async function putPresigned(how: Parameters<typeof presign>[1], headers: Record<string, string> = {}) {
  const sent = { 'content-length': '5', ...headers };
  return told(await send({ method: 'PUT', at: presign('PUT', how), headers: sent, body: 'hello' }).answer);
}

const MINUTES_16 = 16 * 60_000;
const YESTERDAY = () => timeText(Date.now() - 86_400_000).slice(0, 8);
const CRC = 'x-amz-checksum-crc32:NhCmhg==\r\n\r\n';
const key = { apikey: KEYS.service, 'content-length': '5' };
const put = async (at: string, headers: Record<string, string>, body = 'hello') =>
  told(await send({ method: 'POST', at, headers: { ...key, ...headers }, body }).answer);

describe('a lie is told by its name, and leaves nothing', () => {
  test.each<[what: string, lie: () => Promise<[number, string]>, status: number, code: string]>([
    ['a clock behind', () => putS3({ skew: -MINUTES_16 }), 403, 'RequestTimeTooSkewed'],
    ['a clock ahead', () => putS3({ skew: MINUTES_16 }), 403, 'RequestTimeTooSkewed'],
    ['the credential of another day', () => putS3({ day: YESTERDAY() }), 403, 'AccessDenied'],
    ['another region', () => putS3({ region: 'us-east-1' }), 400, 'AuthorizationHeaderMalformed'],
    [
      'no word of the body',
      () => putS3({}, { headers: { 'x-amz-content-sha256': '' } }),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'a body that needs no signature all of a sudden',
      () => putS3({ payload: sha256('hello') }, { headers: { 'x-amz-content-sha256': UNSIGNED } }),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'another body than was signed',
      () => putS3({ payload: sha256('hello') }, { body: 'hallo' }),
      400,
      'XAmzContentSHA256Mismatch',
    ],
    ['a body that is no chunks', () => putTrailed('hello'), 400, 'IncompleteBody'],
    ['chunks of no known kind', () => putS3({ payload: 'STREAMING-NONSENSE' }), 501, 'NotImplemented'],
    [
      'a chunk that was changed',
      () => putChunks(([, ...rest]) => [['hallo', rest[0]?.[1] ?? ''], ...rest]),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'chunks in another order',
      () => putChunks(([one, two, end]) => [two, one, end] as [string, string][]),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'a chunk left out',
      () => putChunks(([one, , end]) => [one, end] as [string, string][]),
      403,
      'SignatureDoesNotMatch',
    ],
    ['no last chunk', () => putChunks((chunks) => chunks.slice(0, 2)), 400, 'IncompleteBody'],
    ['more than all chunks', () => putChunks((chunks) => chunks, { behind: 'more' }), 400, 'IncompleteBody'],
    ['less than was told', () => putChunks((chunks) => chunks, { decoded: 10 }), 400, 'IncompleteBody'],
    ['more than was told', () => putChunks((chunks) => chunks, { decoded: 8 }), 400, 'IncompleteBody'],
    [
      'a length beyond all limits',
      () => putChunks((chunks) => chunks, { decoded: 60_000_000 }),
      413,
      'EntityTooLarge',
    ],
    ['a wrong sum behind the body', () => putTrailed(`5\r\nhallo\r\n0\r\n${CRC}`), 400, 'BadDigest'],
    ['a sum that was promised', () => putTrailed('5\r\nhello\r\n0\r\n\r\n'), 400, 'BadDigest'],
    ['a wrong MD5', () => putS3({}, { headers: { 'content-md5': md5('hallo') } }), 400, 'BadDigest'],
    ['an MD5 that is none', () => putS3({}, { headers: { 'content-md5': 'hello' } }), 400, 'InvalidDigest'],
    [
      'a wrong checksum',
      () => putS3({ headers: { 'x-amz-checksum-sha1': 'qvTGHdzF6KLavt4PO0gs2a6pQ00=' } }, { body: 'hallo' }),
      400,
      'BadDigest',
    ],
    [
      'a checksum added behind the signature',
      () => putS3({}, { headers: { 'x-amz-checksum-crc32': 'NhCmhg==' } }),
      403,
      'AccessDenied',
    ],
    [
      'a type that the bucket does not take, by S3',
      () => putS3({}, { at: '/s3/texts/lie', headers: { 'content-type': 'image/png' } }),
      415,
      'InvalidRequest',
    ],
    ['an address that is over', () => putPresigned({ ago: 61 }), 403, 'AccessDenied'],
    ['an address of the future', () => putPresigned({ ago: -16 * 60 }), 403, 'AccessDenied'],
    [
      'an address for too long',
      () => putPresigned({ expires: 604_801 }),
      400,
      'AuthorizationQueryParametersError',
    ],
    [
      'an address of another region',
      () => putPresigned({ region: 'us-east-1' }),
      400,
      'AuthorizationQueryParametersError',
    ],
    [
      'an address with a header added',
      () => putPresigned({}, { 'x-amz-acl': 'public-read' }),
      403,
      'AccessDenied',
    ],
    [
      'a type that the bucket does not take',
      () => put('/object/texts/lie', { 'content-type': 'image/png' }),
      400,
      'InvalidMimeType',
    ],
    [
      'a type that is none',
      () => put('/object/texts/lie', { 'content-type': 'text' }),
      400,
      'InvalidRequest',
    ],
    [
      'a form that says so of itself, and is none',
      () => put('/object/b/lie', { 'content-type': 'multipart/form-data; boundary=x' }),
      400,
      'InvalidRequest',
    ],
    [
      'a length beyond all limits, of a body that is not sent',
      () => put('/object/b/lie', { 'content-length': '60000000' }, ''),
      413,
      'EntityTooLarge',
    ],
  ])('%s', async (_what, lie, status, code) => {
    const before = await files();
    expect(await lie()).toEqual([status, code]);
    expect(await files()).toEqual(before);
    expect(await api.sql(`select name from storage.objects where name = 'lie'`)).toEqual([]);
  });

  test('what is no lie is stored by the same requests', async () => {
    const stored = [200, 'stored'];
    expect(await putS3({})).toEqual(stored);
    expect(await putS3({ payload: sha256('hello') })).toEqual(stored);
    expect(await putS3({}, { headers: { 'content-md5': md5('hello') } })).toEqual(stored);
    expect(await putChunks((chunks) => chunks)).toEqual(stored);
    expect(await putTrailed(`5\r\nhello\r\n0\r\n${CRC}`)).toEqual(stored);
    expect(await putPresigned({})).toEqual(stored);
    expect((await api.ask('GET /object/b/lie', { service: 'storage' })).text).toBe('hello');
    await api.ask('DELETE /object/b/lie', { service: 'storage' });
  });

  test('bytes behind the body are no part of it', async () => {
    const headers = { ...key, 'content-type': 'text/plain', connection: 'keep-alive' };
    const { answer } = send({
      method: 'POST',
      at: '/object/b/more',
      headers,
      body: 'hello and more\r\n\r\n',
    });
    // Whether the upload is told of before the server hangs up is a matter of time.
    expect((await answer).text.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
    await expect.poll(bytesBegun).toBe(false);
    const { text } = await api.ask('GET /object/b/more', { service: 'storage' });
    expect(['hello', expect.stringContaining('NoSuchKey')]).toContainEqual(text);
  });
});

const TUS = { 'tus-resumable': '1.0.0', apikey: KEYS.service };
const nameOf = (name: string) => Buffer.from(name).toString('base64');

async function beginTus(length: number): Promise<string> {
  const metadata = `bucketName ${nameOf('b')},objectName ${nameOf('short')}`;
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata };
  const begun = await api.ask('POST /upload/resumable', { service: 'storage', headers });
  return String(begun.headers.location).split('/storage/v1')[1] ?? '';
}

async function beginParts(): Promise<string> {
  const at = '/s3/b/short';
  const begun = await send({
    method: 'POST',
    at: `${at}?uploads`,
    headers: { 'content-length': '0', ...signS3('POST', `${at}?uploads`).headers },
    body: '',
  }).answer;
  return `${at}?partNumber=1&uploadId=${/<UploadId>(.*)<\/UploadId>/.exec(begun.text)?.[1]}`;
}

/** Uploads that announce a hundred bytes, of which five come. */
const SHORT: [way: string, begin: () => Promise<Sent>, status: number][] = [
  [
    'a body',
    async () => ({
      method: 'POST',
      at: '/object/b/short',
      headers: { ...key, 'content-length': '100' },
      body: 'hello',
    }),
    408,
  ],
  [
    'a form',
    async () => ({
      method: 'POST',
      at: '/object/b/short',
      headers: { ...key, 'content-length': '200', 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhello',
    }),
    408,
  ],
  [
    'S3',
    async () => ({
      method: 'PUT',
      at: '/s3/b/short',
      headers: { 'content-length': '100', ...signS3('PUT', '/s3/b/short').headers },
      body: 'hello',
    }),
    400,
  ],
  [
    'S3 in parts',
    async () => {
      const at = await beginParts();
      return {
        method: 'PUT',
        at,
        headers: { 'content-length': '100', ...signS3('PUT', at).headers },
        body: 'hello',
      };
    },
    400,
  ],
  [
    'TUS with a checksum',
    async () => ({
      method: 'PATCH',
      at: await beginTus(100),
      headers: {
        ...TUS,
        'content-length': '100',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'upload-checksum': `md5 ${md5('hello')}`,
      },
      body: 'hello',
    }),
    408,
  ],
];

const bytesBegun = async () =>
  (await files()).some((file) => file.includes('incoming/') || file.endsWith('.unchecked'));

describe.each(SHORT)('an upload that does not come to its end: %s', (_way, begin, status) => {
  test('is refused when its client is silent', async () => {
    const sent = await begin();
    const before = await files();
    expect(told(await send(sent).answer)).toEqual([status, 'RequestTimeout']);
    await nothingIsLeft(before);
  });

  test('is forgotten when its client is gone', async () => {
    const sent = await begin();
    const before = await files();
    const { answer, hangUp } = send(sent);
    await expect.poll(bytesBegun, { interval: 5 }).toBe(true);
    hangUp();
    await answer;
    await nothingIsLeft(before);
  });
});

async function nothingIsLeft(before: readonly string[]): Promise<void> {
  await expect.poll(files).toEqual(before);
  expect(await api.sql(`select name from storage.objects where name = 'short'`)).toEqual([]);
  expect(await api.sql('select part_number from storage.s3_multipart_uploads_parts')).toEqual([]);
}

const patchTus = async (at: string, body: string, more: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const headers = { ...TUS, ...type, 'content-length': String(body.length), ...more };
  return told(await send({ method: 'PATCH', at, headers, body }).answer);
};

test('what came by TUS before its client stopped is where it goes on', async () => {
  const before = await files();
  const at = await beginTus(100);
  expect(await patchTus(at, 'hello', { 'content-length': '100' })).toEqual([408, 'RequestTimeout']);
  const place = { service: 'storage', headers: TUS };
  expect((await api.ask(`HEAD ${at}`, place)).headers['upload-offset']).toBe('5');
  expect((await api.ask(`DELETE ${at}`, place)).status).toBe(204);
  expect(await files()).toEqual(before);
});

test('bytes that were not those of their checksum leave no trace in what is sent instead', async () => {
  const at = await beginTus(5);
  const refused = await patchTus(at, 'hallo', { 'upload-checksum': `md5 ${md5('hello')}` });
  expect(refused).toEqual([460, 'ChecksumMismatch']);
  expect(await patchTus(at, 'hello')).toEqual([204, 'stored']);
  const info = await api.ask('GET /object/info/b/short', { service: 'storage' });
  const etag = `"${createHash('md5').update('hello').digest('hex')}"`;
  expect(info.json).toMatchObject({ size: 5, etag });
});
