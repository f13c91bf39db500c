import { ClusterError } from '../../driver.ts';

/** The same error with a code and a sentence when the file system was full; any other error as it is. */
export function explainFullDisk(error: unknown, where: string): unknown {
  if (!isFullDisk(error)) return error;
  return new ClusterError(
    'disk_full',
    `The disk that holds ${where} is full: free some space and try again.`,
    { cause: error },
  );
}

/** Did the file system say that it has no room? */
export function isFullDisk(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
