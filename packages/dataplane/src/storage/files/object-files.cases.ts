import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ObjectFiles } from './object-files.ts';

export interface FilesUnderTest {
  /** As another process opens them. */
  open(): ObjectFiles;
  /** The names of all that is kept of a project, what is not whole yet included. */
  stored(ref: string): Promise<string[]>;
  /** Of an object that is not written at once. */
  largeBytes: number;
}

const LIMITS = { maxBytes: 1_000_000, expected: null };
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);
let projects = 0;
const newRef = () => `project${++projects}`;

/** What everybody who keeps bytes of objects must do. */
export function testObjectFiles({ open, stored, largeBytes }: FilesUnderTest): void {
  const textOf = async (files: ObjectFiles, ref: string, version: string | null) =>
    (await (await files.open(ref, version ?? ''))?.read(null))?.toString();

  test('what was written is read at once or as a stream, whole or in part', async () => {
    const [files, ref] = [open(), newRef()];
    const { version, size } = await files.write(ref, bytesOf('0123456789'), LIMITS);
    expect(size).toBe(10);
    const file = async () => {
      const found = await files.open(ref, version);
      if (found === null) throw new Error('There is no file.');
      return found;
    };
    for (const [range, expected] of [
      [null, '0123456789'],
      [{ start: 3, end: 5 }, '345'],
      [{ start: 9, end: 9 }, '9'],
    ] as const) {
      expect((await (await file()).read(range)).toString()).toBe(expected);
      const streamed = await (await file()).stream(range).toArray();
      expect(Buffer.concat(streamed).toString()).toBe(expected);
    }
    const empty = await files.write(ref, Readable.from([]), LIMITS);
    expect(await textOf(files, ref, empty.version)).toBe('');
    expect(await files.open(newRef(), version)).toBeNull();
    expect(await files.open(ref, '../../escape')).toBeNull();
  });

  test('what is sent is whole at a target of any pace, and one that closes in the middle ends it', async () => {
    const [files, ref] = [open(), newRef()];
    const all = randomBytes(largeBytes);
    const { version } = await files.write(ref, Readable.from([Buffer.from(all)]), {
      maxBytes: largeBytes,
      expected: null,
    });
    const send = async (target: Writable, range: { start: number; end: number } | null) =>
      (await files.open(ref, version))?.sendTo(target, range);
    for (const range of [null, { start: 70_000, end: all.length - 3 }]) {
      const received: Buffer[] = [];
      const slow = new Writable({
        write(chunk: Buffer, _encoding, done) {
          setImmediate(() => {
            received.push(Buffer.from(chunk));
            done();
          });
        },
      });
      await send(slow, range);
      const expected = range === null ? all : all.subarray(range.start, range.end + 1);
      expect(Buffer.compare(Buffer.concat(received), expected)).toBe(0);
    }
    const leaving = new Writable({ write: () => leaving.destroy() });
    await expect(send(leaving, null)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    const gone = new Writable();
    gone.destroy();
    await expect(send(gone, null)).rejects.toBeDefined();
  });

  test('what is written in pieces of any size is whole, and a body that fails in the middle leaves nothing', async () => {
    const [files, ref] = [open(), newRef()];
    const all = randomBytes(largeBytes);
    const sizes = [1, 0, 70_000, 600_000, 3, 65_536];
    async function* pieces(fails = false) {
      for (let at = 0, turn = 0; at < all.length; turn++) {
        // Many small ones in a row as well.
        const size = turn < 500 ? 1 + (turn % 3) : (sizes[turn % sizes.length] ?? 1);
        yield all.subarray(at, at + size);
        at += size;
        if (fails && at > largeBytes * 0.7) throw new Error('The client went away.');
      }
    }
    const large = { maxBytes: all.length, expected: null };
    const written = await files.write(ref, pieces(), large);
    expect(written).toMatchObject({ size: all.length, tag: createHash('md5').update(all).digest('hex') });
    expect((await (await files.open(ref, written.version))?.read(null))?.equals(all)).toBe(true);
    await expect(files.write(ref, pieces(true), large)).rejects.toThrow('went away');
    await expect(files.write(ref, pieces(), { ...large, maxBytes: all.length - 1 })).rejects.toMatchObject({
      code: 'EntityTooLarge',
    });
    expect(await stored(ref)).toEqual([written.version]);
    const copy = await files.copy(ref, written.version);
    expect((await (await files.open(ref, copy ?? ''))?.read(null))?.equals(all)).toBe(true);
  });

  test('a copy is a version of its own, also of a process that has not written before', async () => {
    const ref = newRef();
    const { version } = await open().write(ref, bytesOf('copied'), LIMITS);
    const files = open();
    const copy = await files.copy(ref, version);
    await files.discard(ref, version);
    await files.discard(ref, version);
    expect(await textOf(files, ref, copy)).toBe('copied');
    expect(await files.copy(ref, version)).toBeNull();
  });

  test('a file of this machine is taken over, and gone from where it was', async () => {
    const [files, ref] = [open(), newRef()];
    const folder = await mkdtemp(path.join(tmpdir(), 'adopted-'));
    await files.write(ref, bytesOf('before'), LIMITS);
    const version = '01234567-89ab-4cde-8f01-23456789abcd';
    const file = path.join(folder, version);
    await writeFile(file, 'came in parts');
    await files.adopt(ref, file, version);
    expect(await textOf(files, ref, version)).toBe('came in parts');
    expect(await stat(file).catch(() => null)).toBeNull();
    await rm(folder, { recursive: true });
  });

  test('all versions are listed in order, with their size and time', async () => {
    const [files, ref] = [open(), newRef()];
    const listed = async () => (await Array.fromAsync(files.list(ref))).flat();
    expect(await listed()).toEqual([]);
    const began = Date.now();
    const written = await Promise.all(
      Array.from({ length: 50 }, () => files.write(ref, bytesOf('four'), LIMITS)),
    );
    const versions = written.map(({ version }) => version);
    const [first = ''] = versions;
    expect(await listed()).toEqual(versions.toSorted());
    const state = await files.inspect(ref, first);
    expect(state?.size).toBe(4);
    expect(state?.changedAt.getTime()).toBeGreaterThanOrEqual(began);
    await files.discard(ref, first);
    expect(await files.inspect(ref, first)).toBeNull();
    expect(await files.inspect(ref, '../../escape')).toBeNull();
  });

  test('everything of one project goes, that of others stays, and what is gone already is no obstacle', async () => {
    const [files, one, two] = [open(), newRef(), newRef()];
    for (const ref of [one, two]) await files.write(ref, bytesOf('x'), LIMITS);
    await files.removeAll(one);
    await files.removeAll(one);
    expect([(await stored(one)).length, (await stored(two)).length]).toEqual([0, 1]);
  });

  test('a project is given what another one has, once and again, and it outlives the other', async () => {
    const [files, one, two, three] = [open(), newRef(), newRef(), newRef()];
    const first = await files.write(one, bytesOf('first'), LIMITS);
    await files.copyAll(one, two);
    const own = await files.write(two, bytesOf('own'), LIMITS);
    const second = await files.write(one, bytesOf('second'), LIMITS);
    await files.copyAll(one, two);
    await files.copyAll(newRef(), three);
    await files.removeAll(one);
    for (const [{ version }, text] of [
      [first, 'first'],
      [second, 'second'],
      [own, 'own'],
    ] as const)
      expect(await textOf(files, two, version)).toBe(text);
    expect((await stored(two)).length).toBe(3);
    expect(await stored(three)).toEqual([]);
  });
}
