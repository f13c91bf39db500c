/** The size of a page of the log in every build. */
export const PAGE_BYTES = 8192;
const ADDRESS_AT = 8;
const IDENTIFIER_AT = 24;
/** The first page of a segment begins with a header of so many bytes, in all majors from 15 to 18. */
export const LONG_HEADER_BYTES = 40;
const LONG_HEADER = 0x0002;

/**
 * How many bytes of a segment's part have been written. Pages are written in order, and each says where in the log it belongs.
 * What follows the last one is zero, or was left by the file's former life as an older segment.
 * @param start where the part begins in the log, at a page boundary
 */
export function writtenBytes(part: Buffer, start: bigint): number {
  let written = 0;
  while (written + PAGE_BYTES <= part.length && belongsAt(part, written, start + BigInt(written)))
    written += PAGE_BYTES;
  return written;
}

/** The system identifier in the first page of the segment that begins at this place; null: nothing of it is written yet. */
export function systemIdentifierOf(firstPage: Buffer, start: bigint): string | null {
  if (firstPage.length < LONG_HEADER_BYTES || !belongsAt(firstPage, 0, start)) return null;
  if ((firstPage.readUInt16LE(2) & LONG_HEADER) === 0) return null;
  return firstPage.readBigUInt64LE(IDENTIFIER_AT).toString();
}

function belongsAt(bytes: Buffer, offset: number, place: bigint): boolean {
  return bytes.readUInt16LE(offset) !== 0 && bytes.readBigUInt64LE(offset + ADDRESS_AT) === place;
}
