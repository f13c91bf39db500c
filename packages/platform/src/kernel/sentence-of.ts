import { BackupError, ClusterError } from '@basalt/clusters';
import { PlatformError } from './platform-error.ts';

/** What an error says to people; null for one that was not written for them. */
export function sentenceOf(error: unknown): string | null {
  const isForPeople =
    error instanceof ClusterError || error instanceof BackupError || error instanceof PlatformError;
  return isForPeople ? error.message : null;
}
