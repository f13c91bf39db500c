/** The size of a page of the log in every build. */
export const PAGE_BYTES = 8192;
const TIMELINE_AT = 4;
const ADDRESS_AT = 8;
const IDENTIFIER_AT = 24;
/** The first page of a segment begins with a header of so many bytes, in all majors from 15 to 18. */
export const LONG_HEADER_BYTES = 40;
const LONG_HEADER = 0x0002;

/** A timeline, and where in the log it began. */
export interface TimelineStart {
  timeline: number;
  begin: bigint;
}

/**
 * How many bytes of a segment's part have been written. Pages are written in order, and each says where in the log it belongs.
 * What follows the last one is zero, or was left by the file's former life: as an older segment, or as the segment of the same
 * number on a timeline that was left.
 * @param start where the part begins in the log, at a page boundary
 * @param on the timeline of the segment
 */
export function writtenBytes(part: Buffer, start: bigint, on: TimelineStart): number {
  let written = 0;
  while (
    written + PAGE_BYTES <= part.length &&
    isWritten(part.subarray(written), start + BigInt(written), on)
  )
    written += PAGE_BYTES;
  return written;
}

/** The timeline that a page was written on. */
export function timelineOf(page: Buffer): number {
  return page.readUInt32LE(TIMELINE_AT);
}

/** Before its beginning a timeline has the pages of those that it comes from. */
function isWritten(page: Buffer, place: bigint, { timeline, begin }: TimelineStart): boolean {
  return belongsAt(page, 0, place) && (place < begin || timelineOf(page) === timeline);
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
