import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { BackupStore } from '../ports/backup-store.ts';
import { openBucketStore } from './bucket-store.ts';

// What stores do on bad days. That a good one keeps everything, store cases show against a real one.

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let close = async () => {};
afterEach(() => close());

/** A store that answers each request with the next of these, and the last one from then on. */
async function storeThat(...answers: Answer[]): Promise<{ store: BackupStore; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    request.on('end', () => answers[Math.min(asked.length, answers.length) - 1]?.(request, response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => new Promise((closed) => server.close(() => closed()) && server.closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const who = { bucket: 'kept', region: 'eu-central-1', accessKey: 'key', secretKey: 'secret' };
  return { store: openBucketStore({ endpoint, ...who, prefix: '', sealing: null }), asked };
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
  ['does not know the key', says(403, 'InvalidAccessKeyId'), /The bucket of backups refuses us/],
  ['forbids writing', says(403, 'AccessDenied'), /The bucket of backups refuses us/],
  ['has lost the bucket', says(404, 'NoSuchBucket'), /The bucket of backups refuses us/],
  [
    'answers nonsense',
    (_, response) => response.writeHead(400).end('<html>'),
    /The bucket of backups does not answer/,
  ],
])('nothing counts as kept by a store that %s', async (_, answer, sentence) => {
  const { store } = await storeThat(answer);
  const error = await store.put('a/b', Buffer.from('text')).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'archive_failed', message: expect.stringMatching(sentence) });
  expect(String(error)).not.toContain('secret');
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
