import type { StoredObject } from './ports/backup-store.ts';
import { type BranchView, basesOn } from './recovery/choose-recovery.ts';
import type { BaseRecord } from './store/base-record.ts';
import { type StoredWal, storedWal } from './store/stored-wal.ts';
import { pathTo } from './wal/timeline-history.ts';
import { SEGMENT_BYTES, segmentName } from './wal/wal-names.ts';

export const CLUSTER = '7000000000000000001';
/** A minute of the day that these tests happen on. */
export const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 0, n));
/** `0/<n>000100`: a little after the beginning of segment n. */
const lsnIn = (segment: number) => `0/${segment.toString(16)}000100`;

/** Finished segments of a timeline; negative: what is there of the unfinished one. */
export function segments(timeline: number, ...numbers: number[]): StoredObject[] {
  return numbers.map((number) => {
    const name = segmentName({ timeline, number: Math.abs(number) });
    return number < 0
      ? { key: `wal/${name}.partial`, bytes: SEGMENT_BYTES / 4 }
      : { key: `wal/${name}.zst`, bytes: 1000, storedAt: minute(number) };
  });
}

/** A base backup that begins and ends in one segment. */
export function base(timeline: number, segment: number, finishedAt: Date): BaseRecord {
  return {
    id: `20261120T000000Z-${String(finishedAt.getUTCMinutes()).padStart(4, '0')}`,
    ref: 'abc',
    major: 17,
    systemIdentifier: CLUSTER,
    timeline,
    startLsn: `0/${segment.toString(16)}000028`,
    stopLsn: lsnIn(segment),
    startedAt: new Date(finishedAt.getTime() - 1000),
    finishedAt,
    storedBytes: 1000,
    dataBytes: 10_000,
    sha256: 'ab',
  };
}

export function view(
  timeline: number,
  history: string | null,
  objects: StoredObject[],
  records: BaseRecord[],
  latest: Date | null,
): BranchView & { wal: StoredWal } {
  const path = pathTo(timeline, history);
  const bases = basesOn(records, CLUSTER, path);
  return {
    systemIdentifier: CLUSTER,
    timeline,
    path,
    wal: storedWal(objects),
    bases,
    latest,
    archiveSpans: [],
  };
}
