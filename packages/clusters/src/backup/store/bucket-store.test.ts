import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { BackupStore } from '../ports/backup-store.ts';
import { type BucketStoreOptions, openBucketStore } from './bucket-store.ts';

// What stores do on bad days. That a good one keeps everything, store cases show against a real one.

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let close = async () => {};
afterEach(() => close());

/** A store that answers each request with the next of these, and the last one from then on. */
async function storeThat(
  ...given: [Partial<BucketStoreOptions> | Answer, ...Answer[]]
): Promise<{ store: BackupStore; asked: IncomingMessage[] }> {
  const answers = given.filter((each) => typeof each === 'function');
  const more = given.find((each) => typeof each === 'object');
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    request.on('end', () => answers[Math.min(asked.length, answers.length) - 1]?.(request, response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => new Promise((closed) => server.close(() => closed()) && server.closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const who = { bucket: 'kept', region: 'eu-central-1', accessKey: 'key', secretKey: 'quite-hidden' };
  return { store: openBucketStore({ endpoint, ...who, prefix: '', sealing: null, ...more }), asked };
}

const says =
  (status: number, code: string, headers = {}): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/xml', ...headers })
      .end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>the store's own words</Message></Error>`,
      );
const fine: Answer = (_, response) => response.writeHead(200, { etag: '"1"' }).end();

test('a store that is too busy for a moment is asked again', async () => {
  const { store, asked } = await storeThat(says(503, 'SlowDown'), says(500, 'InternalError'), fine);
  await store.put('a/b', Buffer.from('text'));
  expect(asked).toHaveLength(3);
});

test.each<[string, Answer, RegExp]>([
  ['is away', says(503, 'ServiceUnavailable'), /The bucket of backups does not answer/],
  ['hangs up', (request) => request.socket.destroy(), /The bucket of backups does not answer/],
  ['is too busy for long', says(503, 'SlowDown'), /The bucket of backups does not answer\.$/],
  [
    'does not know the key',
    says(403, 'InvalidAccessKeyId'),
    /refuses us: the store does not know the access key/,
  ],
  [
    'knows another secret',
    says(403, 'SignatureDoesNotMatch'),
    /refuses us: the secret key is not the one of the access key/,
  ],
  ['forbids writing', says(403, 'AccessDenied'), /refuses us: the access key may not do that there/],
  ['has lost the bucket', says(404, 'NoSuchBucket'), /refuses us: the store has no bucket of this name/],
  ['is elsewhere', says(400, 'AuthorizationHeaderMalformed'), /refuses us: the bucket is in another region/],
  ['sends elsewhere', says(301, 'PermanentRedirect'), /refuses us: the bucket is in another region/],
  ['has another clock', says(403, 'RequestTimeTooSkewed'), /refuses us: the clock of this machine and/],
  ['has no such encryption', says(400, 'KMS.NotFoundException'), /refuses us: it cannot use the key/],
  [
    'refuses in words of its own',
    says(418, 'Teapot'),
    /The bucket of backups refuses us\. The log of the server says why/,
  ],
  [
    'answers nonsense',
    (_, response) => response.writeHead(400).end('<html>'),
    /The bucket of backups does not answer/,
  ],
])('nothing counts as kept by a store that %s', async (_, answer, sentence) => {
  const { store } = await storeThat(answer);
  const error = await store.put('a/b', Buffer.from('text')).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'archive_failed', message: expect.stringMatching(sentence) });
  expect(String(error)).not.toContain('quite-hidden');
});

test('a store that nobody is at, or that nobody vouches for, says so', async () => {
  const { store } = await storeThat(fine);
  await close();
  close = async () => {};
  await expect(store.put('a/b', Buffer.from('text'))).rejects.toMatchObject({
    code: 'archive_failed',
    message: 'The bucket of backups does not answer: nothing listens at its address.',
  });
});

test('what never changes is locked, and all of it is encrypted by the store, where that is set', async () => {
  const { store, asked } = await storeThat(
    { encryption: { kind: 'aws:kms', keyId: 'of-ours' }, lock: { mode: 'governance', days: 30 } },
    fine,
  );
  await store.put('ref/base/1/data.tar.zst', Buffer.from('text'));
  await store.put('ref/wal/safe-until.json', Buffer.from('text'));
  expect(asked.map(({ headers }) => headers['x-amz-server-side-encryption'])).toEqual(['aws:kms', 'aws:kms']);
  expect(asked[0]?.headers['x-amz-server-side-encryption-aws-kms-key-id']).toBe('of-ours');
  expect(asked.map(({ headers }) => headers['x-amz-object-lock-mode'])).toEqual(['GOVERNANCE', undefined]);
  const days =
    (Date.parse(String(asked[0]?.headers['x-amz-object-lock-retain-until-date'])) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
});

test('a store that is full says so', async () => {
  const { store } = await storeThat(says(507, 'InsufficientStorage'));
  await expect(store.put('a/b', Buffer.from('text'))).rejects.toMatchObject({ code: 'disk_full' });
});

test('a clock that is wrong is put right by that of the store', async () => {
  const hour = 3_600_000;
  const date = new Date(Date.now() + 2 * hour).toUTCString();
  const { store, asked } = await storeThat(says(403, 'RequestTimeTooSkewed', { date }), fine);
  await store.put('a/b', Buffer.from('text'));
  const signed = String(asked.at(-1)?.headers['x-amz-date']);
  const at = Date.parse(signed.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  expect(Math.abs(at - Date.now() - 2 * hour)).toBeLessThan(60_000);
});

const whole = 'basalt is old';
const head: Answer = (_, response) =>
  response.writeHead(200, { 'content-length': whole.length, etag: '"1"' }).end();
/** Gives at most so many bytes of what was asked for, and ends the connection before it has given all it announced. */
const cutShort =
  (most: number): Answer =>
  (request, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const asked = whole.slice(start);
    const range = `bytes ${start}-${whole.length - 1}/${whole.length}`;
    response.writeHead(206, { 'content-length': asked.length, 'content-range': range, etag: '"1"' });
    if (asked.length <= most) response.end(asked);
    else response.write(asked.slice(0, most), () => response.destroy());
  };

test('an answer that breaks off is gone on with where it was', async () => {
  const { store, asked } = await storeThat(head, cutShort(5));
  expect(await text(await store.read('a/b'))).toBe(whole);
  expect(asked).toHaveLength(4);
});

test.each<[string, Answer]>([
  ['never gives a byte', cutShort(0)],
  [
    'gives other bytes than were asked for',
    (_, response) =>
      response
        .writeHead(206, { 'content-range': `bytes 1-${whole.length - 1}/${whole.length}`, etag: '"1"' })
        .end(whole.slice(1)),
  ],
  [
    'gives less than it should, as if that were all',
    (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-4/13', etag: '"1"' }).end('basal'),
  ],
])('what a store has that %s is no object', async (_, answer) => {
  const { store } = await storeThat(head, answer);
  const content = await store.read('a/b');
  await expect(text(content)).rejects.toThrow();
});
