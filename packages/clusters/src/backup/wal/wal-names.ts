/** The size of a WAL segment: that of every cluster made by initdb without another request. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_FILE_ID = 256;
const BYTES = BigInt(SEGMENT_BYTES);

/** One piece of the log: which branch of history, and its number since the beginning of the cluster. */
export interface Segment {
  timeline: number;
  number: number;
}

/** `000000010000000000000005`, as PostgreSQL names its files. Such names sort by timeline, then by place in the log. */
export function segmentName({ timeline, number }: Segment): string {
  const fileId = Math.floor(number / SEGMENTS_PER_FILE_ID);
  return `${timelineName(timeline)}${hex8(fileId)}${hex8(number % SEGMENTS_PER_FILE_ID)}`;
}

/** Null if it is not the name of a whole segment. */
export function parseSegmentName(name: string): Segment | null {
  if (!/^[0-9A-F]{24}$/.test(name)) return null;
  const [timeline, fileId, place] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16));
  if (!timeline || fileId === undefined || place === undefined || place >= SEGMENTS_PER_FILE_ID) return null;
  return { timeline, number: fileId * SEGMENTS_PER_FILE_ID + place };
}

/** Eight upper-case hexadecimal digits. */
export function timelineName(timeline: number): string {
  return hex8(timeline);
}

/** The timeline of `00000002.history`; null for any other name. */
export function parseHistoryName(name: string): number | null {
  const digits = /^([0-9A-F]{8})\.history$/.exec(name)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/**
 * A place in the log, in bytes since its beginning, from the text form `16/B374D848`.
 * @throws {TypeError} no such text
 */
export function parseLsn(text: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (!match) throw new TypeError(`"${text.slice(0, 40)}" is no place in a write-ahead log.`);
  return (BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`);
}

/** The text form of a place in the log. */
export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** The number of the segment that the byte at this place is in. */
export function segmentAt(lsn: bigint): number {
  return Number(lsn / BYTES);
}

/** The number of the last segment that holds anything before this place. */
export function segmentBefore(lsn: bigint): number {
  return lsn === 0n ? 0 : segmentAt(lsn - 1n);
}

/** Where a segment begins. */
export function segmentStart(number: number): bigint {
  return BigInt(number) * BYTES;
}

function hex8(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
