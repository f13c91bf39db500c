import { BackupError } from './cluster-backups.ts';

/** The same error with a code and a sentence when a disk was full; any other error as it is. */
export function explainFullDisk(error: unknown, what: string): unknown {
  const code = codeOf(error);
  if (code === 'disk_full' && !(error instanceof BackupError))
    return new BackupError('disk_full', (error as Error).message, { cause: error });
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new BackupError('disk_full', `The disk is full, so ${what}: free some space and try again.`, {
    cause: error,
  });
}

/** Did a stream fail only because the one before or after it did? */
export function isConsequence(error: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
