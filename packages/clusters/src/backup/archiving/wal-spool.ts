import type { WalFiles } from '../../driver.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { compress } from '../store/compression.ts';
import { storeKeys } from '../store/store-keys.ts';
import { readHistory } from '../wal/live-segments.ts';
import {
  parseHistoryName,
  parseSegmentName,
  SEGMENT_BYTES,
  type Segment,
  segmentName,
  segmentStart,
} from '../wal/wal-names.ts';
import { systemIdentifierOf } from '../wal/wal-page.ts';

// The WAL spool is the folder into which the server copies every WAL segment that it has filled. We move its files to the
// store. On disk it is called `pg_wal/outbox`: servers that run now write there, so the folder keeps that name.

/**
 * Files in the spool that the store does not need: `.backup` marks where a base backup began, `.partial` is the last segment of
 * a timeline that the server has left.
 */
const NEEDLESS = /^[0-9A-F]{24}\.(partial|[0-9A-F]{8}\.backup)$/;

export interface Taken {
  segments: Segment[];
  bytes: number;
}

/**
 * Moves what is in the WAL spool to the store: each file is stored first and deleted afterwards, so repeating it does no harm.
 * Files are taken oldest first and one at a time, which leaves the other processors to users. Files with names that the server
 * does not use are left alone.
 * @param present the timeline that the cluster is on. Segments of older timelines never replace one in the store.
 */
export async function takeSpooledWal(
  store: BackupStore,
  ref: string,
  files: WalFiles,
  present: number,
): Promise<Taken> {
  const taken: Taken = { segments: [], bytes: 0 };
  for (const name of await spooledNames(files)) {
    const segment = parseSegmentName(name);
    if (segment) {
      const bytes = await takeSegment(store, ref, files, segment, present);
      taken.bytes += bytes;
      taken.segments.push(segment);
    }
    if (segment || NEEDLESS.test(name) || parseHistoryName(name) !== null)
      await files.remove('finished', name);
  }
  return taken;
}

/** Sorted by age; empty if there is no spool. Files that the server is still copying are left out. */
async function spooledNames(files: WalFiles): Promise<string[]> {
  return (await files.list('finished')).filter((name) => !name.startsWith('archtemp.'));
}

/** Keeps the histories of timelines that the store does not have yet. @returns bytes */
export async function keepHistories(
  store: BackupStore,
  ref: string,
  systemIdentifier: string,
  files: WalFiles,
): Promise<number> {
  let bytes = 0;
  for (const name of await files.list('log')) {
    const timeline = parseHistoryName(name);
    if (timeline === null) continue;
    const key = storeKeys.history(ref, systemIdentifier, timeline);
    if (await store.stat(key)) continue;
    const text = await readHistory(files, name);
    if (text) bytes += await store.put(key, text);
  }
  return bytes;
}

async function takeSegment(
  store: BackupStore,
  ref: string,
  files: WalFiles,
  segment: Segment,
  present: number,
): Promise<number> {
  const name = segmentName(segment);
  const content = await files.read('finished', name, 0, SEGMENT_BYTES + 1);
  const identifier = content && systemIdentifierOf(content, segmentStart(segment.number));
  if (!content || !identifier || content.length !== SEGMENT_BYTES)
    throw new BackupError(
      'archive_failed',
      `The server of ${ref} left ${name} to be archived, which is no segment of its log: move that file out of pg_wal/outbox.`,
    );
  const finished = storeKeys.finished(ref, identifier, segment);
  const partial = storeKeys.partial(ref, identifier, segment);
  if (segment.timeline < present && ((await store.stat(finished)) || (await store.stat(partial)))) return 0;
  const bytes = await store.put(finished, await compress(content));
  await store.remove(partial);
  return bytes;
}
