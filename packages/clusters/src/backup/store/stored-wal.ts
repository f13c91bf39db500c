import type { StoredObject } from '../ports/backup-store.ts';
import {
  parseHistoryName,
  parseSegmentName,
  SEGMENT_BYTES,
  type Segment,
  segmentName,
} from '../wal/wal-names.ts';

export interface StoredSegment extends Segment {
  key: string;
  /** False: what had been written when the archive last looked. */
  isFinished: boolean;
  /** Nothing can be missing at its end. */
  isWhole: boolean;
  storedAt: Date | null;
}

/** What the store has of the log of one system identifier. */
export interface StoredWal {
  /** By name of the segment. */
  segments: Map<string, StoredSegment>;
  /** Timelines whose history is there, lowest first. */
  histories: number[];
  /** Highest number per timeline. */
  last: Map<number, number>;
}

/** Reads the listing of the WAL folder of one system identifier. Files of other names are not ours and are left alone. */
export function storedWal(objects: readonly StoredObject[]): StoredWal {
  const wal: StoredWal = { segments: new Map(), histories: [], last: new Map() };
  for (const object of objects) {
    const name = object.key.slice(object.key.lastIndexOf('/') + 1);
    const history = parseHistoryName(name);
    if (history !== null) wal.histories.push(history);
    const segment = asSegment(name, object);
    if (!segment) continue;
    const known = wal.segments.get(segmentName(segment));
    if (!known?.isFinished) wal.segments.set(segmentName(segment), segment);
    wal.last.set(segment.timeline, Math.max(segment.number, wal.last.get(segment.timeline) ?? 0));
  }
  wal.histories.sort((a, b) => a - b);
  return wal;
}

function asSegment(name: string, { key, bytes, storedAt }: StoredObject): StoredSegment | null {
  const [stem = '', ending] = name.split('.');
  const segment = parseSegmentName(stem);
  if (!segment || (ending !== 'zst' && ending !== 'partial')) return null;
  const isFinished = ending === 'zst';
  return {
    ...segment,
    key,
    isFinished,
    isWhole: isFinished || bytes === SEGMENT_BYTES,
    storedAt: storedAt ?? null,
  };
}
