import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { GitError } from './git-error.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  type: ObjectType;
  bytes: Buffer;
}

/** The objects of a pack, by their hash. */
export interface Pack {
  /** Null when the pack does not have it. */
  read(hash: string): GitObject | null;
}

interface Entry {
  offset: number;
  /** Of its compressed bytes. */
  dataAt: number;
  size: number;
  /** Null: it is written as the difference to another one. */
  type: ObjectType | null;
  base: { offset: number } | { hash: string } | null;
}

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const HASH_DELTA = 7;
const HASH_BYTES = 20;
const MB = 1024 * 1024;
const LARGEST_OBJECT = 64 * MB;
/** Unpacked, everything together: a small pack may unpack to a thousand times its size. */
const MOST_UNPACKED = 1024 * MB;
const MOST_OBJECTS = 500_000;
const LONGEST_CHAIN = 300;
/** Objects that others are written as differences to, kept while they are likely to be asked for again. */
const CACHE_BYTES = 32 * MB;
const BREATHE_EVERY_MS = 15;

/**
 * Reads a pack: finds every object and its hash. Bytes that are wrong or unpack to more than there is room for are an error, and
 * nothing is written to disk. Lets others work in between.
 * @throws GitError `unreadable`, `too_large`
 */
export async function readPack(pack: Buffer, signal?: AbortSignal): Promise<Pack> {
  if (pack.length < 12 + HASH_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') throw broken();
  const count = pack.readUInt32BE(8);
  if (count > MOST_OBJECTS) throw tooLarge();
  const body = pack.subarray(0, pack.length - HASH_BYTES);
  if (
    !createHash('sha1')
      .update(body)
      .digest()
      .equals(pack.subarray(pack.length - HASH_BYTES))
  )
    throw broken();
  const entries = new Map<number, Entry>();
  const byHash = new Map<string, Entry>();
  const cache = new Map<number, GitObject>();
  let cached = 0;
  let unpacked = 0;
  let rested = Date.now();

  function inflate(entry: Pick<Entry, 'dataAt' | 'size'>): { bytes: Buffer; read: number } {
    if (entry.size > LARGEST_OBJECT) throw tooLarge();
    unpacked += entry.size + 64;
    if (unpacked > MOST_UNPACKED) throw tooLarge();
    let result: { buffer: Buffer; engine: { bytesWritten: number } };
    try {
      result = inflateSync(body.subarray(entry.dataAt), {
        info: true,
        maxOutputLength: Math.max(1, entry.size),
      }) as unknown as typeof result;
    } catch (error) {
      throw broken(error);
    }
    if (result.buffer.length !== entry.size) throw broken();
    return { bytes: result.buffer, read: result.engine.bytesWritten };
  }

  function keep(offset: number, object: GitObject): void {
    if (object.bytes.length > CACHE_BYTES / 4 || cache.has(offset)) return;
    cache.set(offset, object);
    cached += object.bytes.length;
    for (const [oldest, { bytes }] of cache) {
      if (cached <= CACHE_BYTES) return;
      cache.delete(oldest);
      cached -= bytes.length;
    }
  }

  function baseOf({ offset, base }: Entry): Entry | undefined {
    if (base === null) return undefined;
    const found = 'offset' in base ? entries.get(base.offset) : byHash.get(base.hash);
    // What comes before: an object cannot be written as a difference to itself, by whatever way.
    return found !== undefined && ('hash' in base || found.offset < offset) ? found : undefined;
  }

  /** Null while what it is written as a difference to is not known. */
  function unpack(entry: Entry): GitObject | null {
    const chain: Entry[] = [];
    let at: Entry = entry;
    let object: GitObject | undefined = cache.get(at.offset);
    while (object === undefined && at.type === null) {
      chain.push(at);
      if (chain.length > LONGEST_CHAIN) throw broken();
      const base = baseOf(at);
      if (base === undefined) return null;
      at = base;
      object = cache.get(at.offset);
    }
    if (object === undefined) {
      object = { type: at.type as ObjectType, bytes: inflate(at).bytes };
      if (chain.length > 0) keep(at.offset, object);
    }
    for (const difference of chain.reverse()) {
      object = { type: object.type, bytes: applyDelta(object.bytes, inflate(difference).bytes) };
      unpacked += object.bytes.length;
      if (unpacked > MOST_UNPACKED) throw tooLarge();
      keep(difference.offset, object);
    }
    return object;
  }

  async function rest(): Promise<void> {
    if (Date.now() - rested < BREATHE_EVERY_MS) return;
    await breathe();
    signal?.throwIfAborted();
    rested = Date.now();
  }

  const waiting: Entry[] = [];
  for (let index = 0, at = 12; index < count; index++) {
    const entry = readHead(body, at);
    entries.set(at, entry);
    const { bytes, read } = inflate(entry);
    if (entry.type === null) waiting.push(entry);
    else byHash.set(hashOf({ type: entry.type, bytes }), entry);
    at = entry.dataAt + read;
    await rest();
  }
  // One that names its base by hash may come before it.
  for (let left = waiting; left.length > 0; ) {
    const later: Entry[] = [];
    for (const entry of left) {
      const object = unpack(entry);
      if (object === null) later.push(entry);
      else byHash.set(hashOf(object), entry);
      await rest();
    }
    if (later.length === left.length) throw broken();
    left = later;
  }
  return {
    read: (hash) => {
      const entry = byHash.get(hash);
      return entry === undefined ? null : unpack(entry);
    },
  };
}

function readHead(bytes: Buffer, offset: number): Entry {
  let at = offset;
  let byte = byteAt(bytes, at++);
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let shift = 4; byte & 0x80; shift += 7) {
    if (shift > 39) throw broken();
    byte = byteAt(bytes, at++);
    size += (byte & 0x7f) * 2 ** shift;
  }
  if (kind === OFFSET_DELTA) {
    byte = byteAt(bytes, at++);
    let back = byte & 0x7f;
    for (let length = 1; byte & 0x80; length++) {
      if (length > 6) throw broken();
      byte = byteAt(bytes, at++);
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    return { offset, dataAt: at, size, type: null, base: { offset: offset - back } };
  }
  if (kind === HASH_DELTA) {
    const hash = bytes.toString('hex', at, at + HASH_BYTES);
    return { offset, dataAt: at + HASH_BYTES, size, type: null, base: { hash } };
  }
  const type = TYPES[kind];
  if (type === undefined) throw broken();
  return { offset, dataAt: at, size, type, base: null };
}

/** Copies parts of the base and parts of the delta, as the delta says. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      if (shift > 42) throw broken();
      const byte = byteAt(delta, at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (!(byte & 0x80)) return value;
    }
  };
  if (number() !== base.length) throw broken();
  const size = number();
  if (size > LARGEST_OBJECT) throw tooLarge();
  const result = Buffer.alloc(size);
  let written = 0;
  while (at < delta.length) {
    const command = byteAt(delta, at++);
    if (command === 0) throw broken();
    let from = delta;
    let start = at;
    let length = command;
    if (command & 0x80) {
      from = base;
      start = 0;
      length = 0;
      for (let bit = 0; bit < 4; bit++)
        if (command & (1 << bit)) start += byteAt(delta, at++) * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit++)
        if (command & (16 << bit)) length += byteAt(delta, at++) * 2 ** (8 * bit);
      if (length === 0) length = 0x10000;
    } else at += length;
    if (start + length > from.length || written + length > size) throw broken();
    from.copy(result, written, start, start + length);
    written += length;
  }
  if (written !== size) throw broken();
  return result;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw broken();
  return byte;
}

function hashOf({ type, bytes }: GitObject): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

function broken(cause?: unknown): GitError {
  return new GitError(
    'unreadable',
    'What the git server sent is broken. Try again, and check the repository with git fsck.',
    cause,
  );
}

function tooLarge(): GitError {
  return new GitError(
    'too_large',
    'The repository is too large to be read: one version of its files may have 64 MB, packed. Keep large files elsewhere, or let the server leave them out (uploadpack.allowFilter).',
  );
}
