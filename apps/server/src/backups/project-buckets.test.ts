import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '@basalt/clusters';
import { type FollowedStore, openFollowedStore } from '@basalt/clusters/followed-store';
import { createOutgoing, NOTHING_ALLOWED, REAL_CLOCK, readAllowed } from '@basalt/network';
import type { ProjectBucket } from '@basalt/platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectBuckets } from './project-buckets.ts';

// What stores answer that projects name, and what people are told. None of it reaches the project's own backups.

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
let store: FollowedStore;
let close = async () => {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-buckets-'));
  store = openFollowedStore(await openFolderStore(join(folder, 'kept')), join(folder, 'notes'), () => {});
});
afterEach(async () => {
  await Promise.all([store.close(), close()]);
  await rm(folder, { recursive: true, force: true });
});

async function bucketThat(answer: Answer): Promise<{ bucket: ProjectBucket }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
    response.on('error', () => {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => new Promise((closed) => server.close(() => closed()) && server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const place = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'kept',
    prefix: 'of/us/',
  };
  const who = { accessKey: 'key', secretKey: 'quite-secret', encryption: null, lock: null };
  return { bucket: { ...place, ...who } };
}

const says =
  (status: number, code: string): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>words of theirs</Message></Error>`);
const AWAY = /^it gives no answer that can be used/;

const BAD: [string, Answer, RegExp][] = [
  ['does not know the key', says(403, 'InvalidAccessKeyId'), /^the store does not know the access key\.$/],
  ['knows another secret', says(403, 'SignatureDoesNotMatch'), /^the secret key is not the one of/],
  ['forbids it', says(403, 'AccessDenied'), /^the access key may not do that there\.$/],
  ['has another clock', says(403, 'RequestTimeTooSkewed'), /^the clock of this machine and the store's/],
  ['has no such bucket', says(404, 'NoSuchBucket'), /^the store has no bucket of this name\.$/],
  ['is elsewhere', says(301, 'PermanentRedirect'), /^the bucket is in another region/],
  ['knows no lock', says(400, 'InvalidBucketState'), /^the bucket was made without object lock/],
  ['has a name of its own for it', says(403, 'constructor'), /^the access key may not use it/],
  [
    'sends us to the network of this machine',
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:22/' }).end(),
    AWAY,
  ],
  ['answers nonsense', (_, response) => response.writeHead(500).end('<html>'), AWAY],
  ['hangs up', (request) => request.socket.destroy(), AWAY],
  [
    'keeps nothing',
    (request, response) =>
      request.method === 'GET'
        ? says(404, 'NoSuchKey')(request, response)
        : response.writeHead(200, { etag: '"1"' }).end(),
    /^what was written there is gone/,
  ],
  [
    'gives back something else',
    (_, response) => response.writeHead(200, { etag: '"1"' }).end('written by others'),
    /^what was written on trial came back as something else/,
  ],
];

describe('a bucket is refused before it is saved, in plain words,', () => {
  test.each(BAD)('whose store %s', { timeout: 20_000 }, async (_, answer, sentence) => {
    const { bucket } = await bucketThat(answer);
    const outgoing = createOutgoing({ allowed: readAllowed('127.0.0.1/32') });
    const refusal = await projectBuckets(store, outgoing).check(bucket);
    expect(refusal).toMatch(sentence);
    expect(refusal).not.toMatch(/quite-secret|words of theirs/);
  });

  test('whose store is at a private address', { timeout: 60_000 }, async () => {
    const asked: string[] = [];
    const { bucket } = await bucketThat(({ url }) => void asked.push(url ?? ''));
    const outgoing = createOutgoing({
      allowed: NOTHING_ALLOWED,
      clock: { ...REAL_CLOCK, hold: async () => {} },
    });
    expect(await projectBuckets(store, outgoing).check(bucket)).toMatch(AWAY);
    expect(asked).toEqual([]);
  });
});

test('an answer without an end, and a list without one, hold up nobody', { timeout: 20_000 }, async () => {
  let listed = 0;
  const { bucket } = await bucketThat((request, response) => {
    if (request.method !== 'GET') return response.writeHead(200, { etag: '"1"' }).end();
    listed += 1;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${listed}</NextContinuationToken></ListBucketResult>`,
      );
  });
  const outgoing = createOutgoing({ allowed: readAllowed('127.0.0.1/32') });
  await projectBuckets(store, outgoing).follow('abc', bucket);
  await store.write('abc/wal/grows', 0, Buffer.from('log'));
  await store.remove('abc/wal/grows');
  const told = async () => (await store.places('abc')).find(({ kind }) => kind === 'own_bucket')?.problem;
  await expect.poll(told, { timeout: 15_000 }).toMatch(/^Your bucket refuses/);
  await store.put('abc/base/one', Buffer.from('kept all the same'));
  expect((await store.list('abc/')).map(({ key }) => key)).toEqual(['abc/base/one']);
});
