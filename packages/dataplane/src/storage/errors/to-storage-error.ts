import { NoRoomForResultError, PipelineBusyError, QueryError, SQLSTATE } from '@basalt/postgres';
import { CallerError } from '../../caller/caller-error.ts';
import { GatewayError } from '../../gateway/gateway-error.ts';
import { noSuchBucket, StorageError, tooLarge } from './storage-error.ts';

/** Any failure in the words of the service. Null: a defect, of which the client learns nothing. */
export function toStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof CallerError) return fromCaller(error);
  if (error instanceof PipelineBusyError)
    return new StorageError('SlowDown', 'The database is busy. Try again in a moment.');
  if (error instanceof NoRoomForResultError) return new StorageError('SlowDown', error.message);
  if (error instanceof QueryError) return fromDatabase(error);
  if (error instanceof GatewayError) return fromGateway(error);
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  // What the HTTP server itself finds wrong with a request (an unreadable content type) names no secret.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new StorageError('InvalidRequest', message ?? '');
  return null;
}

/** What is wrong with how a body came. */
function fromGateway({ statusCode, message }: GatewayError): StorageError {
  if (statusCode === 413) return tooLarge();
  return new StorageError(statusCode === 408 ? 'RequestTimeout' : 'InvalidRequest', message);
}

/** The text of the library that the ecosystem reads tokens with, where nothing more is to say. */
function fromCaller({ problem }: CallerError): StorageError {
  if (problem.kind === 'legacy-keys-disabled')
    return new StorageError('AccessDenied', 'Legacy API keys are disabled');
  if (problem.kind === 'token-refused' && problem.problem.kind === 'claims')
    return new StorageError('AccessDenied', problem.problem.message);
  if (problem.kind === 'token-refused' && problem.problem.kind === 'signature')
    return new StorageError('AccessDenied', 'signature verification failed');
  return new StorageError('AccessDenied', 'Invalid Compact JWS');
}

function fromDatabase(error: QueryError): StorageError {
  const { code, message } = error;
  if (code === '42501')
    return new StorageError(
      'AccessDenied',
      message.includes('row-level security') ? 'new row violates row-level security policy' : message,
    );
  if (code === '23505') return new StorageError('ResourceAlreadyExists', 'The resource already exists');
  if (code === '23503') return noSuchBucket();
  if (code === '57014' || code.startsWith('08') || code === '53300' || code === '57P01')
    return new StorageError('DatabaseTimeout', 'The connection to the database timed out');
  if (code.startsWith('22') || code.startsWith('23') || code === 'P0001' || code === SQLSTATE.tooLarge)
    return new StorageError('InvalidRequest', message);
  return new StorageError('InternalError', message);
}
