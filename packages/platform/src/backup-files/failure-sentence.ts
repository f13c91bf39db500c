import { BackupError, ClusterError } from '@basalt/clusters';
import { QueryError } from '@basalt/postgres';
import { PlatformError } from '../kernel/platform-error.ts';

/** Why a file could not be written, as a sentence for people. Errors that were not meant for them are not quoted. */
export function failureSentence(error: unknown): string {
  if (error instanceof ClusterError || error instanceof BackupError || error instanceof PlatformError)
    return error.message;
  if (error instanceof QueryError) return `The database answered "${error.message}".`;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return 'The disk that backups are on is full. Make space, then ask for the file again.';
  return 'The file could not be written. The log has the details.';
}
