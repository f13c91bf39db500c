import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { memoryOfHome } from './process-load.ts';

export interface Bucket {
  url: string;
  headers: Record<string, string>;
}

/** Files of one size, how many of them, and what the figures call it. */
interface Size {
  name: string;
  bytes: number;
  files: number;
}

/** The size that a project takes by default, and the one that the figures are promised for. */
const SIZES: readonly Size[] = [
  { name: '40 MB', bytes: 40_000_000, files: 25 },
  { name: '1 GB', bytes: 1_000_000_000, files: 3 },
];
const MEMORY_GROWTH_MB = 50;
/** The share of what the disk gives: 60 %. */
const TIMES_OF_DISK = 1 / 0.6;
const READ_BYTES = 1024 * 1024;

/** Large objects, from a file and into one, in turns with copies of that file on the same disk. */
export async function measureLarge(
  { api, basalt }: BenchContext,
  ref: string,
  bucket: Bucket,
): Promise<Figure[]> {
  const largest = Math.max(...SIZES.map(({ bytes }) => bytes));
  const { status } = await api.request('PATCH', `/v1/projects/${ref}/config/storage`, {
    fileSizeLimit: largest,
  });
  if (status !== 200) throw new Error(`The limit of files was not raised: ${status}.`);
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await measureSize(basalt.home, bucket, size)));
  return figures;
}

async function measureSize(home: string, { url, headers }: Bucket, size: Size): Promise<Figure[]> {
  const source = path.join(home, 'bench-source');
  const target = path.join(home, 'bench-copies');
  await mkdir(target);
  await writeRandom(source, size.bytes);
  const memory = async () => (await memoryOfHome(home)).gateway ?? 0;
  const before = await memory();
  let most = before;
  const watch = setInterval(async () => {
    most = Math.max(most, await memory());
  }, 500);
  const times = { copied: [] as number[], up: [] as number[], down: [] as number[] };
  try {
    for (let file = 0; file < size.files; file++) {
      const address = `${url}/object/bench/${size.bytes}/${file}`;
      // Each a file of its own, as uploads are: to write over one that the system has in memory is faster.
      times.copied.push(await time(() => copyToLast(source, path.join(target, String(file)))));
      times.up.push(await time(() => upload(address, headers, source, size.bytes)));
      times.down.push(await time(() => download(address, headers)));
    }
  } finally {
    clearInterval(watch);
    await Promise.all([source, target].map((each) => rm(each, { recursive: true, force: true })));
  }
  const copied = median(times.copied);
  const figure = (name: string, value: number): Figure => ({
    name: `${name} of ${size.name} over a copy on the disk`,
    value: value / copied,
    unit: 'times',
    target: TIMES_OF_DISK,
    note: `${Math.round(value)} ms beside ${Math.round(copied)} ms`,
  });
  return [
    figure('upload', median(times.up)),
    figure('download', median(times.down)),
    {
      name: `growth of the gateway's memory over ${size.files} of ${size.name}`,
      value: most - before,
      unit: 'MB',
      target: MEMORY_GROWTH_MB,
    },
  ];
}

/** Random megabytes again and again: no disk and no network makes them smaller. */
async function writeRandom(file: string, bytes: number): Promise<void> {
  const block = randomBytes(READ_BYTES);
  await writeFile(
    file,
    Readable.from(
      (function* () {
        for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, left);
      })(),
    ),
  );
}

async function copyToLast(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  await makeLast(target);
}

/** An upload is acknowledged when it lasts, so what it is compared with lasts too. */
async function makeLast(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.datasync();
  await handle.close();
}

/**
 * A client that does as little as possible, because it shares the machine with what it measures: one connection, and memory that is
 * used again.
 */
async function upload(
  address: string,
  headers: Record<string, string>,
  source: string,
  bytes: number,
): Promise<void> {
  const { socket, answered } = connectTo(address);
  const more = { ...headers, 'content-type': 'application/octet-stream', 'content-length': String(bytes) };
  const write = (data: string | Buffer) => new Promise((done) => socket.write(data, done));
  await write(head('POST', address, more));
  const handle = await open(source);
  const block = Buffer.allocUnsafeSlow(READ_BYTES);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(block, 0, block.length, at);
    at += bytesRead;
    await write(block.subarray(0, bytesRead));
  }
  await handle.close();
  await answered;
}

/** What arrives is thrown away: writing it down would be the client's share of the disk. */
async function download(address: string, headers: Record<string, string>): Promise<void> {
  const { socket, answered } = connectTo(address);
  socket.write(head('GET', address, headers));
  await answered;
}

function head(method: string, address: string, headers: Record<string, string>): string {
  const { host, pathname } = new URL(address);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${lines.join('')}\r\n`;
}

/** A connection for one request. `answered` resolves when the server ends it behind a whole answer. */
function connectTo(address: string): { socket: Socket; answered: Promise<void> } {
  const { hostname, port } = new URL(address);
  let beginning = '';
  let received = 0;
  const onread = {
    buffer: Buffer.allocUnsafeSlow(READ_BYTES),
    callback: (length: number, bytes: Uint8Array) => {
      received += length;
      if (!beginning.includes('\r\n\r\n'))
        beginning += Buffer.from(bytes.subarray(0, length)).toString('latin1');
      return true;
    },
  };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const answered = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      const start = beginning.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(beginning)?.[1]);
      if (beginning.startsWith('HTTP/1.1 200 ') && received === start + length) resolve();
      else reject(new Error(`Of an answer ${received} bytes came: ${beginning.slice(0, 200)}`));
    });
  });
  return { socket, answered };
}
