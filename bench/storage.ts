import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import { type Bucket, measureLarge } from './storage-large.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
/** What runs for long has been compiled by then: twice as fast as in its first seconds. */
const WARM_SECONDS = 15;
const SMALL_BYTES = 1_000;
const UPLOADS_PER_SECOND = 1_500;
const DOWNLOADS_PER_SECOND = 5_000;
const OBJECTS = 1_000_000;
const IN_FOLDER = 10_000;
const LISTS = 20;

/** Objects over HTTP: large ones beside copies of a file on the same disk, small ones by the second, and lists. */
export async function measureStorage(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench storage');
  const { url, serviceRole } = await keysOf(api, basalt, ref);
  const bucket = {
    url: `${url}/storage/v1`,
    headers: { apikey: serviceRole, authorization: `Bearer ${serviceRole}` },
  };
  await call(bucket, '/bucket', { name: 'bench', public: false });
  try {
    return [
      ...(await measureLarge(context, ref, bucket)),
      ...(await small(context, bucket)),
      ...(await images(bucket)),
      ...(await lists(context, ref, bucket)),
    ];
  } finally {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
}

async function call({ url, headers }: Bucket, at: string, input: object): Promise<unknown> {
  const response = await fetch(`${url}${at}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`${at} answered ${response.status}: ${JSON.stringify(body)}`);
  return body;
}

/** A rate is shown as milliseconds for a thousand requests, so that less is better, as for all figures. */
async function small({ basalt }: BenchContext, { url, headers }: Bucket): Promise<Figure[]> {
  const { hostname, port, pathname } = new URL(url);
  const load = { host: hostname, port: Number(port), connections: CONNECTIONS, seconds: SECONDS };
  const upload = (seconds: number) =>
    httpLoad({
      ...load,
      seconds,
      method: 'POST',
      path: `${pathname}/object/bench/small/{id}`,
      ids: 1_000_000,
      headers: { ...headers, 'content-type': 'text/plain', 'x-upsert': 'true' },
      body: 'x'.repeat(SMALL_BYTES),
    });
  await upload(WARM_SECONDS);
  const uploads = await upload(SECONDS);
  const kept = await fetch(`${url}/object/bench/one`, { method: 'POST', headers, body: 'x'.repeat(1_000) });
  if (!kept.ok) throw new Error(`An upload answered ${kept.status}.`);
  const downloads = await httpLoad({
    ...load,
    method: 'GET',
    path: `${pathname}/object/bench/one?n={id}`,
    ids: 1_000_000,
    headers,
  });
  // What the same load gets of a gateway that asks no database, and of the disk without a gateway.
  const bare = await httpLoad({
    ...load,
    method: 'GET',
    path: `${pathname.replace('/storage/v1', '/auth/v1')}/health?n={id}`,
    ids: 1_000_000,
    headers,
  });
  const onDisk = await syncedFiles(path.join(basalt.home, 'bench-files'));
  const figure = (
    name: string,
    { perSecond, p99, statuses }: Awaited<ReturnType<typeof httpLoad>>,
    aim: number,
    beside: string,
  ): Figure => ({
    name: `1,000 ${name} of 1 kB at ${CONNECTIONS} connections`,
    value: 1_000_000 / perSecond,
    unit: 'ms',
    target: 1_000_000 / aim,
    note: `${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${JSON.stringify(statuses)}; ${beside}`,
  });
  const gateway = `the bare gateway ${Math.round(bare.perSecond)}/s`;
  return [
    figure('uploads', uploads, UPLOADS_PER_SECOND, `${gateway}, the bare disk ${Math.round(onDisk)}/s`),
    figure('downloads', downloads, DOWNLOADS_PER_SECOND, gateway),
  ];
}

/** How many files of 1 kB a second the disk makes to last, each with its name, as many at a time. */
async function syncedFiles(folder: string): Promise<number> {
  await mkdir(folder);
  const bytes = Buffer.alloc(SMALL_BYTES, 'x');
  const end = performance.now() + SECONDS * 1_000;
  let made = 0;
  const sync = async (file: string, flags: string, write: boolean) => {
    const handle = await open(file, flags);
    if (write) await handle.write(bytes);
    await handle.sync();
    await handle.close();
  };
  const makeFiles = async () => {
    while (performance.now() < end) {
      const file = path.join(folder, randomUUID());
      await sync(`${file}.new`, 'wx', true);
      await rename(`${file}.new`, file);
      await sync(folder, 'r', false);
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, makeFiles));
  await rm(folder, { recursive: true });
  return made / SECONDS;
}

/** A photograph of four million pixels, in widths that nobody asked for before, and again. */
async function images({ url, headers }: Bucket): Promise<Figure[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({
    create: { width: 2464, height: 1632, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer();
  await fetch(`${url}/object/bench/photo.jpg`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/jpeg' },
    body: photo,
  });
  const get = (width: number) =>
    time(async () => {
      const address = `${url}/render/image/authenticated/bench/photo.jpg?width=${width}`;
      const response = await fetch(address, { headers });
      if (!response.ok) throw new Error(`An image answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    });
  const widths = Array.from({ length: LISTS }, (_, round) => 600 + round);
  // The process starts.
  await get(500);
  const times: { first: number[]; again: number[] } = { first: [], again: [] };
  for (const width of widths) times.first.push(await get(width));
  for (const width of widths) times.again.push(await get(width));
  return [
    { name: 'image of 4 megapixels in another size', value: median(times.first), unit: 'ms', target: 80 },
    { name: 'the same image again', value: median(times.again), unit: 'ms', target: 3 },
  ];
}

async function lists({ api }: BenchContext, ref: string, bucket: Bucket): Promise<Figure[]> {
  const fill = (name: string) =>
    api.rows(
      ref,
      `insert into storage.objects (bucket_id, name, version, metadata)
       select 'bench', ${name}, gen_random_uuid()::text, '{"size": 1}' from generate_series(1, ${OBJECTS}) as i`,
    );
  await fill("'one/' || i");
  await fill(`'many/' || i % ${OBJECTS / IN_FOLDER} || '/' || i`);
  await api.rows(ref, 'analyze storage.objects');
  const list = async (pages: (round: number) => { prefix: string; offset?: number }) => {
    const samples: number[] = [];
    for (let round = 0; round < LISTS; round++)
      samples.push(
        await time(async () => {
          const found = await call(bucket, '/object/list/bench', {
            ...pages(round),
            limit: IN_FOLDER,
            sortBy: { column: 'name', order: 'asc' },
          });
          if (!Array.isArray(found) || found.length !== IN_FOLDER) throw new Error('The list is not whole.');
        }),
      );
    return median(samples);
  };
  const name = `list of ${IN_FOLDER} objects`;
  const million = `${OBJECTS / 1e6} million`;
  return [
    {
      name: `${name} in a folder of ${million}`,
      value: await list(() => ({ prefix: 'one' })),
      unit: 'ms',
      target: 100,
    },
    {
      name: `${name}, behind most of ${million}`,
      value: await list((round) => ({ prefix: 'one', offset: OBJECTS - (round + 1) * IN_FOLDER })),
      unit: 'ms',
      target: null,
    },
    {
      name: `${name} in one of ${OBJECTS / IN_FOLDER} folders that filled in turns`,
      value: await list((round) => ({ prefix: `many/${round}` })),
      unit: 'ms',
      target: null,
      note: 'each row lies on a page of its own',
    },
  ];
}
