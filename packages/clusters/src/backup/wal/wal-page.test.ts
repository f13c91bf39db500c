import { expect, test } from 'vitest';
import { segmentStart } from './wal-names.ts';
import { PAGE_BYTES, systemIdentifierOf, writtenBytes } from './wal-page.ts';

const MAGIC = 0xd116;
const first = { timeline: 1, begin: 0n };

function page(place: bigint, identifier?: bigint, timeline = 1): Buffer {
  const bytes = Buffer.alloc(PAGE_BYTES, 7);
  bytes.writeUInt32LE(timeline, 4);
  bytes.writeUInt16LE(MAGIC, 0);
  bytes.writeUInt16LE(identifier === undefined ? 0 : 2, 2);
  bytes.writeBigUInt64LE(place, 8);
  if (identifier !== undefined) bytes.writeBigUInt64LE(identifier, 24);
  return bytes;
}

test('written is what bears its own place in the log', () => {
  const start = segmentStart(5);
  const pages = [page(start, 42n), page(start + 8192n), page(start + 16_384n)];
  const zeros = Buffer.alloc(PAGE_BYTES);
  const ofFormerLife = page(segmentStart(2) + 24_576n);
  expect(writtenBytes(Buffer.concat([...pages, zeros]), start, first)).toBe(3 * PAGE_BYTES);
  expect(writtenBytes(Buffer.concat([...pages, ofFormerLife]), start, first)).toBe(3 * PAGE_BYTES);
  expect(writtenBytes(Buffer.concat([zeros, ...pages]), start, first)).toBe(0);
  expect(writtenBytes(Buffer.concat(pages.slice(1)), start + 8192n, first)).toBe(2 * PAGE_BYTES);
  expect(writtenBytes(Buffer.concat(pages).subarray(0, 3 * PAGE_BYTES - 1), start, first)).toBe(
    2 * PAGE_BYTES,
  );
});

test('written is not what another timeline left at the same place', () => {
  const start = segmentStart(5);
  const [before, after, left] = [
    page(start, 42n, 1),
    page(start + 8192n, undefined, 2),
    page(start + 16_384n),
  ];
  const part = Buffer.concat([before, after, left]);
  expect(writtenBytes(part, start, { timeline: 2, begin: start + 100n })).toBe(2 * PAGE_BYTES);
  expect(writtenBytes(part, start, { timeline: 2, begin: 0n })).toBe(0);
  expect(writtenBytes(part.subarray(PAGE_BYTES), start + 8192n, { timeline: 2, begin: 0n })).toBe(PAGE_BYTES);
});

test('a segment says whose it is once it has been begun', () => {
  const start = segmentStart(5);
  expect(systemIdentifierOf(page(start, 42n), start)).toBe('42');
  expect(systemIdentifierOf(page(start, 42n), segmentStart(6))).toBeNull();
  expect(systemIdentifierOf(Buffer.alloc(40), start)).toBeNull();
  expect(systemIdentifierOf(page(start), start)).toBeNull();
  expect(systemIdentifierOf(Buffer.alloc(0), start)).toBeNull();
});
