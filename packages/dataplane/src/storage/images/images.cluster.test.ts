import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from '../../rest/rest-api-for-test.ts';
import { createStorageService } from '../storage-service.ts';
import { ImageWorkers } from './image-workers.ts';
import { readTransformation } from './transformation.ts';

const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: string;
let client: SupabaseClient;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'images-'));
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder }),
  ]);
  url = await api.listen();
  client = createClient(url, KEYS.service);
  await client.storage.createBucket('private');
  await client.storage.createBucket('open', { public: true });
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } });

async function sizeOf(answer: Response): Promise<unknown> {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return [format, width, height];
}

test('images come in the size that is asked for', async () => {
  const bucket = client.storage.from('open');
  const upload = async (name: string, bytes: Buffer) =>
    expect((await bucket.upload(name, bytes, { contentType: 'image/any' })).error).toBeNull();
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const)
    await upload(`a.${format}`, await picture(400, 200).toFormat(format).toBuffer());
  // Held upright: 200 wide, 400 high.
  await upload('turned.jpeg', await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const get = async (name: string, transform: object, accept = '*/*') =>
    fetch(bucket.getPublicUrl(name, { transform }).data.publicUrl, { headers: { accept } });
  for (const format of ['jpeg', 'png', 'webp', 'gif'])
    expect(await sizeOf(await get(`a.${format}`, { width: 100, height: 100 }))).toEqual([format, 100, 100]);
  const sizes = async (transform: object, name = 'a.png') =>
    ((await sizeOf(await get(name, transform))) as unknown[]).slice(1);
  expect(await sizes({ width: 100, height: 100, resize: 'contain' })).toEqual([100, 50]);
  expect(await sizes({ width: 100, height: 100, resize: 'fill' })).toEqual([100, 100]);
  expect(await sizes({ width: 100 })).toEqual([100, 50]);
  expect(await sizes({ width: 100 }, 'turned.jpeg')).toEqual([100, 200]);
  expect(await sizes({ width: 2000 })).toEqual([400, 200]);
  const webp = await get('a.png', { width: 50 }, 'image/webp,*/*');
  expect(webp.headers.get('content-type')).toBe('image/webp');
  expect(await sizeOf(webp)).toEqual(['webp', 50, 25]);
  const origin = await get('a.png', { width: 50, format: 'origin' }, 'image/webp');
  expect(await sizeOf(origin)).toEqual(['png', 50, 25]);
});

test('what was rendered is kept, and a client that has it is told so', async () => {
  const link = `${url}/storage/v1/render/image/public/open/a.png?width=77`;
  const first = await fetch(link);
  const kept = (await readdir(folder, { recursive: true })).filter((name) =>
    /rendered\/[\da-f]{64}$/.test(name),
  );
  expect(kept.length).toBeGreaterThan(0);
  const again = await fetch(link, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(
    Buffer.from(await first.arrayBuffer()),
  );
});

test('links show what they were made for, and nothing else', async () => {
  const bucket = client.storage.from('private');
  await bucket.upload('p.png', await picture(400, 200).png().toBuffer(), { contentType: 'image/png' });
  const { data } = await bucket.createSignedUrl('p.png', 60, { transform: { width: 40 } });
  const link = data?.signedUrl ?? '';
  expect(await sizeOf(await fetch(link))).toEqual(['png', 40, 20]);
  expect(await sizeOf(await fetch(`${link}&width=400`))).toEqual(['png', 40, 20]);
  const whole = await fetch(link.replace('/render/image/sign/', '/object/sign/'));
  expect(await whole.json()).toMatchObject({ code: 'InvalidSignature' });
  const plain = (await bucket.createSignedUrl('p.png', 60)).data?.signedUrl ?? '';
  const rendered = await fetch(plain.replace('/object/sign/', '/render/image/sign/'));
  expect(await rendered.json()).toMatchObject({ code: 'InvalidSignature' });
  const { data: own } = await bucket.download('p.png', { transform: { height: 10 } });
  expect(await sizeOf(new Response(own))).toEqual(['png', 20, 10]);
  // It is kept by now, and still nobody sees it who may not see the original.
  const stranger = await createClient(url, KEYS.anon)
    .storage.from('private')
    .download('p.png', { transform: { height: 10 } });
  expect(stranger.error).not.toBeNull();
  expect(await (await fetch(`${url}/storage/v1/render/image/public/private/p.png`)).json()).toMatchObject({
    code: 'NoSuchBucket',
  });
});

test('what is no image, or a trap, is refused, and others go on', async () => {
  const bucket = client.storage.from('open');
  const png = await picture(400, 200).png().toBuffer();
  const bad = {
    'text.png': Buffer.from('I am no image'),
    'empty.png': Buffer.alloc(0),
    'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'torn.png': png.subarray(0, 60),
    'bomb.png': bomb(30_000, 30_000),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    expect((await bucket.upload(name, bytes, { contentType: 'image/png' })).error).toBeNull();
    const answer = await fetch(`${url}/storage/v1/render/image/public/open/${name}?width=10`);
    expect([name, answer.status, await answer.json()]).toEqual([
      name,
      400,
      expect.objectContaining({ code: 'InvalidRequest' }),
    ]);
  }
  const wrong = await fetch(`${url}/storage/v1/render/image/public/open/a.png?width=9999`);
  expect(await wrong.json()).toMatchObject({ code: 'InvalidParameter' });
  expect((await fetch(`${url}/storage/v1/render/image/public/open/a.png?width=11`)).status).toBe(200);
  api.change({
    storage: {
      fileSizeLimit: 52_428_800,
      quota: null,
      bucketQuotas: {},
      imageTransformation: false,
      s3Protocol: true,
    },
  });
  const off = await fetch(`${url}/storage/v1/render/image/public/open/a.png?width=11`);
  expect(await off.json()).toMatchObject({ code: 'FeatureNotEnabled' });
  api.change({
    storage: {
      fileSizeLimit: 52_428_800,
      quota: null,
      bucketQuotas: {},
      imageTransformation: true,
      s3Protocol: true,
    },
  });
});

test('a process that dies or hangs takes one image with it', async () => {
  const program = path.join(folder, 'worker.mjs');
  await writeFile(
    program,
    `import { readFrame, writeFrame } from '${new URL('./frames.ts', import.meta.url)}';
    writeFrame(process.stdout, Buffer.alloc(0));
    for (;;) {
      await readFrame(process.stdin, 1_000);
      const [first] = await readFrame(process.stdin, 1_000);
      if (first === 1) process.kill(process.pid, 'SIGKILL');
      if (first === 2) writeFrame(process.stdout, Buffer.from(String(process.pid)));
      // One that is taken over: it says that four gigabytes come, or sends without end.
      if (first === 4) process.stdout.write(Buffer.alloc(4, 255));
      if (first >= 4) setInterval(() => process.stdout.write(Buffer.alloc(1_000_000, 1)), 1);
      if (first === 5) process.stdout.write(Buffer.from([0, 0, 0, 1, 65]));
    }`,
  );
  const workers = new ImageWorkers({ program, longestTaskMs: 500 });
  const render = (ref: string, first: number) =>
    workers.render(ref, async () => ({
      bytes: Buffer.from([first]),
      transformation: readTransformation({}),
      format: 'png',
    }));
  const refused = { code: 'InvalidRequest' };
  const [dies, hangs, other, after] = await Promise.allSettled([
    render('one', 1),
    render('two', 3),
    render('three', 2),
    render('one', 2),
  ]);
  expect([dies, hangs]).toEqual([
    { status: 'rejected', reason: expect.objectContaining(refused) },
    { status: 'rejected', reason: expect.objectContaining(refused) },
  ]);
  expect([other.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
  const [three, one] = [other, after].map((each) => String((each as PromiseFulfilledResult<Buffer>).value));
  expect(three).not.toBe(one);
  await expect(render('four', 4)).rejects.toMatchObject(refused);
  expect(String(await render('four', 2))).toMatch(/^\d+$/);
  // What it sends beyond its answer is nobody's memory, and spoils its own project's next image only.
  const before = process.memoryUsage().rss;
  expect((await render('five', 5)).toString()).toBe('A');
  await render('five', 2).catch(() => {});
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  expect(String(await render('three', 2))).toBe(three);
  const many = await Promise.allSettled(Array.from({ length: 40 }, () => render('one', 2)));
  expect(many.filter(({ status }) => status === 'rejected').length).toBe(8);
  workers.close();
});

/** A few kilobytes that say that they are a huge image. */
function bomb(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
