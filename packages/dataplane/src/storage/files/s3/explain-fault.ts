import type { BucketFault } from '@basalt/object-store';
import { StorageError } from '../../errors/storage-error.ts';

/** What the client of a project is told when the store of objects does not do what it is asked for. */
export function explainFault(fault: BucketFault, cause: unknown): StorageError {
  if (fault === 'full') {
    const message = 'The object was not stored, because the store of objects has no room left.';
    return new StorageError('InsufficientStorage', message, { cause });
  }
  if (fault === 'away')
    return new StorageError('SlowDown', 'The store of objects does not answer. Try again in a moment.', {
      cause,
    });
  const message = 'The store of objects refused the request. The log of the server says why.';
  return new StorageError('InternalError', message, { cause });
}
