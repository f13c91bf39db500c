import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { testBucketStore, useTestCluster } from '@basalt/clusters/testing';
import { checkBucket, openBucket } from '@basalt/object-store';
import { createClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from '../../../rest/rest-api-for-test.ts';
import { createStorageService } from '../../storage-service.ts';
import { testObjectFiles } from '../object-files.cases.ts';
import { openS3Files } from './s3-object-files.ts';

const MB = 1024 * 1024;
const cluster = useTestCluster();
let folder: string;
/** The store: the S3 endpoint of another project. */
let store: RestApi;
let client: S3Client;
const options = {
  endpoint: '',
  bucket: 'kept',
  region: 'eu-central-1',
  accessKey: 'a'.repeat(32),
  secretKey: 'b'.repeat(64),
  pieceBytes: 5 * MB,
  copyBytes: 5 * MB,
  folder: '',
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'objects-'));
  store = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder: path.join(folder, 'store') }),
  ]);
  const { region, accessKey, secretKey: secret, bucket } = options;
  store.change({ region, anonKey: KEYS.anon, storageKeys: [{ accessKey, secret }] });
  options.endpoint = `${await store.listen()}/storage/v1/s3`;
  options.folder = path.join(folder, 'local');
  client = new S3Client({
    endpoint: options.endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
});
afterAll(async () => {
  client?.destroy();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

const uploads = async (Prefix: string) =>
  (await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket, Prefix }))).Uploads ?? [];

testObjectFiles({
  open: () => openS3Files(options),
  stored: async (ref) => {
    const keys = (await Array.fromAsync(openBucket(options).list(`${ref}/`))).flat();
    return [
      ...keys.map(({ key }) => key.split('/').at(-1) ?? ''),
      ...(await uploads(ref)).map(() => 'upload'),
    ];
  },
  largeBytes: 12 * MB,
});

// Here is a store to try it on: it lies below the other keys of the same bucket.
describe('backups in a bucket', () => testBucketStore(() => ({ ...options, prefix: 'backups/' })));

test('what a killed process began to upload in parts is cleared away when it is old', async () => {
  const files = openBucket(options);
  await files.beginUpload('killed/objects/00/x');
  await files.abortUploads('killed/', 3_600_000);
  expect(await uploads('killed/')).toHaveLength(1);
  await files.abortUploads('killed/', 0);
  expect(await uploads('killed/')).toEqual([]);
});

test('a connection to the store that breaks is gone on with, and one that is not there is told', async () => {
  const bytes = randomBytes(4 * MB);
  const { version } = await openS3Files(options).write('one', [bytes] as never, {
    maxBytes: bytes.length,
    expected: bytes.length,
  });
  const { close, broken, port } = await breakingProxy(Number(new URL(options.endpoint).port), 1.5 * MB);
  // The signature is of the host, which a proxy does not change.
  const { pathname } = new URL(options.endpoint);
  const files = openS3Files({ ...options, endpoint: `http://127.0.0.1:${port}${pathname}` });
  const file = await files.open('one', version);
  const read = await file?.stream({ start: 5, end: bytes.length - 1 }).toArray();
  expect(Buffer.concat(read ?? []).equals(bytes.subarray(5))).toBe(true);
  expect(broken()).toBeGreaterThan(1);
  close();
  const away = { code: 'SlowDown', message: 'The store of objects does not answer. Try again in a moment.' };
  await expect(files.open('one', version)).rejects.toMatchObject(away);
  await expect(files.write('one', [bytes] as never, { maxBytes: 1e9, expected: null })).rejects.toMatchObject(
    away,
  );
});

test('a bucket says why it cannot be used', async () => {
  expect(await checkBucket(options)).toBeNull();
  expect(await checkBucket({ ...options, bucket: 'other' })).toMatch(/no bucket of this name/);
  expect(await checkBucket({ ...options, secretKey: 'wrong' })).toMatch(/the access key may not use it/);
  expect(await checkBucket({ ...options, endpoint: 'http://127.0.0.1:1' })).toBeNull();
});

test('the public client notices no difference', async () => {
  const files = openS3Files(options);
  const api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder: options.folder, files }),
  ]);
  try {
    const { storage } = createClient(await api.listen(), KEYS.service);
    await storage.createBucket('b', { public: true });
    const bucket = storage.from('b');
    const bytes = randomBytes(11 * MB);
    expect((await bucket.upload('large.bin', bytes)).error).toBeNull();
    expect((await bucket.copy('large.bin', 'copy.bin')).error).toBeNull();
    expect((await bucket.move('large.bin', 'moved.bin')).error).toBeNull();
    for (const name of ['copy.bin', 'moved.bin']) {
      const { data } = await bucket.download(name);
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    }
    const part = await fetch(bucket.getPublicUrl('copy.bin').data.publicUrl, {
      headers: { range: 'bytes=6000000-6000009' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(6_000_000, 6_000_010));
    expect((await bucket.upload('small.txt', 'small')).error).toBeNull();
    expect(await (await bucket.download('small.txt')).data?.text()).toBe('small');
    expect((await bucket.upload('small.txt', 'again')).error).toMatchObject({ statusCode: '409' });
  } finally {
    await api.close();
  }
});

/** Passes bytes on, and breaks each connection from the server after so many of them. */
async function breakingProxy(port: number, after: number) {
  let broken = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    let passed = 0;
    const up = connect(port, '127.0.0.1');
    socket.pipe(up);
    up.on('data', (chunk) => {
      passed += chunk.length;
      if (passed < after) return void socket.write(chunk);
      broken += 1;
      socket.destroy();
      up.destroy();
    });
    up.on('error', () => socket.destroy());
    up.on('close', () => socket.end());
    socket.on('error', () => up.destroy());
    socket.on('close', () => up.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address() as { port: number };
  const close = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  return { close, port: address.port, broken: () => broken };
}
