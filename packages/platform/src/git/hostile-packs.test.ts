import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPackets } from './packets.ts';
import { readFiles } from './read-files.ts';
import { readPack } from './read-pack.ts';

const COMMIT = 1;
const TREE = 2;
const BLOB = 3;
const OFFSET_DELTA = 6;
const HASH_DELTA = 7;
const LIMITS = { largestFile: 1_000, mostFiles: 10, mostBytes: 10_000 };

/** One object of a pack, that may claim a size that it does not have. */
function object(kind: number, content: Buffer, size = content.length, base = Buffer.alloc(0)): Buffer {
  const head = [];
  let left = Math.floor(size / 16);
  head.push((kind << 4) | (size & 15) | (left > 0 ? 0x80 : 0));
  for (; left > 0; left = Math.floor(left / 128)) head.push((left & 0x7f) | (left >= 128 ? 0x80 : 0));
  return Buffer.concat([Buffer.from(head), base, deflateSync(content)]);
}

function pack(objects: readonly Buffer[], count = objects.length): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const body = Buffer.concat([head, ...objects]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

const hashOf = (type: string, content: Buffer) =>
  createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest();

/** A repository whose root folder has entries of any name. */
async function repository(entries: readonly { mode: string; name: string }[]) {
  const blob = Buffer.from('select 1;');
  const tree = Buffer.concat(
    entries.flatMap(({ mode, name }) => [Buffer.from(`${mode} ${name}\0`), hashOf('blob', blob)]),
  );
  const commit = Buffer.from(`tree ${hashOf('tree', tree).toString('hex')}\n\nA commit`);
  const read = await readPack(pack([object(COMMIT, commit), object(TREE, tree), object(BLOB, blob)]));
  return readFiles(read, hashOf('commit', commit).toString('hex'), '', LIMITS);
}

test('names that lead out of the folder, links and submodules are left out', async () => {
  const names = ['..', '.', '.git', '.GIT', '../a', 'a/b', 'a\\b', 'a\nb', 'C:'].map((name) => ({
    mode: '100644',
    name,
  }));
  const version = await repository([
    ...names,
    { mode: '120000', name: 'link' },
    { mode: '160000', name: 'module' },
    { mode: '100644', name: 'good.sql' },
  ]);
  expect([...version.files.keys()]).toEqual(['C:', 'good.sql']);
});

test('a folder that holds itself, or is a file, is broken', async () => {
  await expect(repository([{ mode: '40000', name: 'folder' }])).rejects.toMatchObject({
    problem: 'unreadable',
  });
});

test.each([
  ['no pack', Buffer.from('hello')],
  ['another check sum', Buffer.concat([pack([]).subarray(0, -1), Buffer.from([0])])],
  ['more objects than there are', pack([object(BLOB, Buffer.from('a'))], 2)],
  ['more content than said', pack([object(BLOB, Buffer.alloc(1_000_000), 10)])],
  ['less content than said', pack([object(BLOB, Buffer.from('a'), 10)])],
  ['an unknown kind', pack([object(5, Buffer.from('a'))])],
  ['what is no compressed data', pack([Buffer.from([0x31, 1, 2, 3, 4])])],
  ['a difference to itself', pack([object(OFFSET_DELTA, Buffer.from([1, 1, 1, 65]), 4, Buffer.from([0]))])],
  [
    'a difference to what is not there',
    pack([object(HASH_DELTA, Buffer.from([1, 1, 1, 65]), 4, Buffer.alloc(20))]),
  ],
  [
    'a difference that reads behind its base',
    pack([
      object(BLOB, Buffer.from('ab')),
      object(OFFSET_DELTA, Buffer.from([2, 9, 0x90, 9]), 4, Buffer.from([11])),
    ]),
  ],
])('%s is broken', async (_, bytes) => {
  await expect(readPack(bytes)).rejects.toMatchObject({ problem: 'unreadable' });
});

test('what claims to be large is not unpacked', async () => {
  await expect(readPack(pack([object(BLOB, Buffer.from('a'), 2 ** 34)]))).rejects.toMatchObject({
    problem: 'too_large',
  });
});

test('small packs that unpack to very much are given up', async () => {
  // Each repeats its base of 16 MB four times.
  const base = object(BLOB, Buffer.alloc(16 * 1024 * 1024));
  const size = (n: number) => {
    const bytes = [];
    for (let left = n; ; left = Math.floor(left / 128)) {
      bytes.push((left & 0x7f) | (left >= 128 ? 0x80 : 0));
      if (left < 128) return bytes;
    }
  };
  const copy = [0xf0, 0xff, 0xff, 0xff];
  const per = 0xffffff;
  const delta = Buffer.from([
    ...size(16 * 1024 * 1024),
    ...size(4 * per),
    ...copy,
    ...copy,
    ...copy,
    ...copy,
  ]);
  const objects = Array.from({ length: 40 }, () =>
    object(HASH_DELTA, delta, delta.length, hashOf('blob', Buffer.alloc(16 * 1024 * 1024))),
  );
  await expect(readPack(pack([base, ...objects]))).rejects.toMatchObject({ problem: 'too_large' });
});

test.each(['zzzz', '0003', '00ffa'])('frames of %j are not git', (text) => {
  expect(() => readPackets(Buffer.from(text))).toThrow('does not answer as a git server');
});
