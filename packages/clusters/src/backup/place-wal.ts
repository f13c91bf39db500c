import { chown, open, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { exists } from '../local/exists.ts';
import type { BackupStore } from './backup-store.ts';
import { nullIfNotFound } from './base-record.ts';
import { BackupError } from './cluster-backups.ts';
import { decompress } from './compression.ts';
import { storeKeys } from './store-keys.ts';
import type { StoredSegment, StoredWal } from './stored-wal.ts';
import { SEGMENT_BYTES, segmentName, segmentStart, timelineName } from './wal-names.ts';
import { systemIdentifierOf } from './wal-page.ts';

/**
 * Puts a piece of the log where recovery finds it. One that is there already, because it came with the base backup, stays. It is
 * marked as archived, so that the recovered server does not hand it to its own archive.
 * @returns bytes written
 * @throws {BackupError} damaged, foreign
 */
export async function placeSegment(
  store: BackupStore,
  ref: string,
  systemIdentifier: string,
  segment: StoredSegment,
  walFolder: string,
): Promise<number> {
  const name = segmentName(segment);
  const path = join(walFolder, name);
  const mark = join(walFolder, 'archive_status', `${name}.done`);
  const owner = await stat(walFolder);
  await writeFile(mark, '', { mode: 0o600 });
  await chown(mark, owner.uid, owner.gid);
  if (await exists(path)) return 0;
  const content = await readSegment(store, ref, systemIdentifier, segment);
  const identifier = systemIdentifierOf(content, segmentStart(segment.number));
  if (identifier === null) throw damaged(ref, segment);
  if (identifier !== systemIdentifier)
    throw new BackupError(
      'foreign',
      `The archive of ${ref} holds ${name} of another database: choose a moment before it, or take a new backup.`,
    );
  const unfinished = join(walFolder, `restoring.${name}`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.chown(owner.uid, owner.gid);
    await file.truncate(SEGMENT_BYTES); // fills up with zeros, which recovery takes for the end of the log
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
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
  walFolder: string,
): Promise<void> {
  for (const timeline of wal.histories) {
    const content = await buffer(await store.read(storeKeys.history(ref, systemIdentifier, timeline)));
    await writeFile(join(walFolder, `${timelineName(timeline)}.history`), content, { mode: 0o600 });
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
