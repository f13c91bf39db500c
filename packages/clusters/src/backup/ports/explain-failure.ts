import { freeDiskBytes, isFullDisk } from '../../local/files/disk.ts';
import { BackupError } from './cluster-backups.ts';

/** With less than this servers do not start, nor can they say why in their logs. */
const NO_ROOM_BYTES = 4 * 1024 * 1024;

/** Whether the disk that holds a folder is full; false where it does not say. */
export async function isFull(folder: string): Promise<boolean> {
  const free = await freeDiskBytes(folder);
  return free !== null && free < NO_ROOM_BYTES;
}

/**
 * The same error with a code and a sentence when a disk was full; any other error as it is.
 * @param hadNoRoom the disk was seen to be full when it failed: what servers say then, if anything, is a consequence
 */
export function explainFullDisk(error: unknown, what: string, hadNoRoom = false): unknown {
  const isSaid = codeOf(error) === 'disk_full';
  if (isSaid && error instanceof BackupError) return error;
  if (!isSaid && !isFullDisk(error) && !hadNoRoom) return error;
  // Not in the words of the driver: it speaks of a scratch cluster that nobody knows.
  return new BackupError('disk_full', `The disk is full, so ${what}: free some space and try again.`, {
    cause: error,
  });
}

/**
 * What all of them give, once each has come to its end. Streams that hang together fail together: then the failure that broke the
 * others is thrown.
 */
export async function allOf<T extends readonly Promise<unknown>[]>(ends: readonly [...T]) {
  const settled = await Promise.allSettled(ends);
  const failures = settled.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0];
  return Promise.all(ends);
}

/** Did a stream fail only because the one before or after it did? */
export function isConsequence(error: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
