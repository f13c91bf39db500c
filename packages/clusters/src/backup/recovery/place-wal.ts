import { buffer } from 'node:stream/consumers';
import type { WalFiles } from '../../driver.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { nullIfNotFound } from '../store/base-record.ts';
import { decompress } from '../store/compression.ts';
import { storeKeys } from '../store/store-keys.ts';
import type { StoredSegment, StoredWal } from '../store/stored-wal.ts';
import { SEGMENT_BYTES, segmentName, segmentStart, timelineName } from '../wal/wal-names.ts';
import { systemIdentifierOf } from '../wal/wal-page.ts';

/**
 * Puts a piece of the log where recovery finds it. It is marked as archived, so that the recovered server does not hand it to its
 * own archive.
 * @param replaces false: one that is there already, because it came with the base backup, stays
 * @returns bytes written
 * @throws {BackupError} damaged, foreign
 */
export async function placeSegment(
  store: BackupStore,
  ref: string,
  systemIdentifier: string,
  segment: StoredSegment,
  files: WalFiles,
  replaces: boolean,
): Promise<number> {
  const name = segmentName(segment);
  await files.write('marks', `${name}.done`, Buffer.alloc(0), 0);
  if (!replaces && (await files.stat('log', name))) return 0;
  const content = await readSegment(store, ref, systemIdentifier, segment);
  const identifier = systemIdentifierOf(content, segmentStart(segment.number));
  if (identifier === null) throw damaged(ref, segment);
  if (identifier !== systemIdentifier)
    throw new BackupError(
      'foreign',
      `The archive of ${ref} holds ${name} of another database: choose a moment before it, or take a new backup.`,
    );
  // What is filled up with zeros recovery takes for the end of the log.
  await files.write('log', name, content, SEGMENT_BYTES);
  return SEGMENT_BYTES;
}

/**
 * Puts all histories there: recovery follows the one of its target, and chooses for the new timeline a number that none of them
 * has.
 */
export async function placeHistories(
  store: BackupStore,
  ref: string,
  systemIdentifier: string,
  wal: StoredWal,
  files: WalFiles,
): Promise<void> {
  for (const timeline of wal.histories) {
    const content = await buffer(await store.read(storeKeys.history(ref, systemIdentifier, timeline)));
    await files.write('log', `${timelineName(timeline)}.history`, content, content.length);
  }
}

async function readSegment(
  store: BackupStore,
  ref: string,
  systemIdentifier: string,
  segment: StoredSegment,
): Promise<Buffer> {
  if (!segment.isFinished) {
    const unfinished = await store.read(segment.key).catch(nullIfNotFound);
    if (unfinished) return buffer(unfinished);
    // The archive has finished it since the plan was made.
    const key = storeKeys.finished(ref, systemIdentifier, segment);
    return readSegment(store, ref, systemIdentifier, { ...segment, key, isFinished: true });
  }
  const stored = await buffer(await store.read(segment.key));
  const content = await decompress(stored, SEGMENT_BYTES).catch((error: unknown) => {
    throw damaged(ref, segment, error);
  });
  if (content.length !== SEGMENT_BYTES) throw damaged(ref, segment);
  return content;
}

function damaged(ref: string, segment: StoredSegment, cause?: unknown): BackupError {
  return new BackupError(
    'damaged',
    `The archive of ${ref} is damaged at ${segmentName(segment)}: choose a moment before it, or take a new backup.`,
    { cause },
  );
}
