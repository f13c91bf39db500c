import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '@basalt/contract';
import { isDatabaseAway, isDiskFull, PlatformError } from '@basalt/platform';
import { ORPCError, ValidationError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { explainMistake } from '../operator-mistakes.ts';
import { mayArriveSlowly } from './long-uploads.ts';

export interface Failure {
  status: number;
  body: ErrorBody;
  /** True when nobody meant this to happen: it belongs into the log. */
  defect: boolean;
}

const TOO_LARGE = 413;
const DISK_FULL =
  'The disk is full. Free some space, for example by deleting kept databases or backups, and try again.';

/** The answer to anything that was thrown. A defect says nothing but its request id. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof PlatformError) {
    const { code, message, field, details } = error;
    return failure(code, message, requestId, {
      ...(field !== undefined && { field }),
      ...(details !== undefined && { details }),
    });
  }
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST')
      return invalidInput(error.cause, requestId);
    if (error.status < 500) return failure(codeOfStatus(error.status), error.message, requestId);
  }
  const status = (error as { statusCode?: number }).statusCode;
  if (status !== undefined && status >= 400 && status < 500) {
    const message = (error as Error).message.replace(/\.?$/, '.');
    return failure(codeOfStatus(status), message, requestId);
  }
  if (isDatabaseAway(error)) return failure('unavailable', ERROR_CODES.unavailable.message, requestId);
  if (isDiskFull(error)) return failure('unavailable', DISK_FULL, requestId);
  return { ...failure('internal', ERROR_CODES.internal.message, requestId), defect: true };
}

const INPUT_PARTS = new Set(['params', 'query', 'body']);

/** The first thing that is wrong, named by its path: `db_pass: Use at least 8 characters.` */
function invalidInput(error: ValidationError, requestId: string): Failure {
  const issue = error.issues[0];
  const keys = (issue as { keys?: string[] } | undefined)?.keys;
  const path = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  if (keys?.[0] !== undefined) path.push(keys[0]);
  // Calls with a query string beside their body take their input in parts; the caller sees one request.
  if (path.length > 1 && INPUT_PARTS.has(path[0] ?? '')) path.shift();
  const field = path.join('.');
  const text = keys ? 'is not known' : (issue?.message ?? 'is not valid');
  const message = field === '' ? `The request is not valid: ${text}.` : `${field}: ${text}`;
  return failure(
    'bad_request',
    message.replace(/([^.!?])$/, '$1.'),
    requestId,
    field === '' ? {} : { field },
  );
}

function failure(
  code: ErrorCode,
  message: string,
  requestId: string,
  extra: Partial<ErrorBody> = {},
): Failure {
  return {
    status: ERROR_CODES[code].status,
    body: { message, code, ...extra, request_id: requestId },
    defect: false,
  };
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return codes.find((code) => ERROR_CODES[code].status === status && code !== 'sql_error') ?? 'bad_request';
}

/** Answers what the router refuses before any route is asked: a path that cannot be decoded. */
export function answerBadPath(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toFailure(error, request.id);
  reply.code(status).send(body);
}

/** Answers bytes that are no HTTP request. There is no request object yet, so the answer is written by hand. */
export function answerBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayArriveSlowly(socket)) return;
  const { status, body } = failure('bad_request', 'This is not a valid HTTP request.', randomUUID());
  const text = JSON.stringify(body);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
  }
  socket.destroySoon();
}

/** What whoever runs Basalt can mend says so in the log, and is not called a defect. */
export function logDefect({ log }: Pick<FastifyRequest, 'log'>, error: unknown): void {
  log.error({ err: error }, explainMistake(error) ?? 'defect');
}

/** Formats what Fastify itself refuses (bad JSON, too large) like everything else. */
export function formatErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, defect } = toFailure(error, request.id);
    if (defect) logDefect(request, error);
    if (status === TOO_LARGE) await drain(request.raw);
    return reply.code(status).send(body);
  });
}

/** More than any mistake; whoever sends on after it does not want to be told anything. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Takes and throws away what is still coming of a request that is refused: a client that is sending does not read the refusal, and
 * would see nothing but a broken connection.
 */
async function drain(message: IncomingMessage, maxBytes = MAX_BYTES): Promise<void> {
  if (message.readableEnded || message.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) resolve();
    });
    message.once('end', resolve);
    message.once('close', resolve);
    message.resume();
  });
}
