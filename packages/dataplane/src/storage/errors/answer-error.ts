import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { describeError, StorageError, storageStatus } from './storage-error.ts';
import { toStorageError } from './to-storage-error.ts';

const SENTENCE = 'Something went wrong on our side. The log of the server says what.';

/**
 * Answers a failure, and writes down one that is ours.
 * @param trueStatus whether the protocol wants the true status, which the older one keeps in the body only
 */
export function errorAnswer(logger: FastifyBaseLogger, { trueStatus }: { trueStatus: boolean }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = toStorageError(error);
    if (known === null || known.code === 'InternalError')
      logger.error({ err: error, reqId: request.id }, 'a storage request failed');
    const told = known ?? new StorageError('InternalError', SENTENCE);
    const { httpStatus, body } = describeError(told);
    if (told.code === 'SlowDown') reply.header('retry-after', '1');
    return reply.code(trueStatus && httpStatus < 500 ? storageStatus(told) : httpStatus).send(body);
  };
}
