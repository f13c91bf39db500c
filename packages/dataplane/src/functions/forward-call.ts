import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as startRequest,
} from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { GatewayError } from '../gateway/gateway-error.ts';
import { OF_THE_CONNECTION } from '../gateway/of-the-connection.ts';
import { FunctionError, isFunctionFailure } from './function-error.ts';
import type { FunctionRunner, RunningFunction } from './function-runner.ts';

/** How the program that loads a function says that its handler failed. */
const FAILED = 'x-basalt-failed';

export interface Call {
  method: string;
  /** Below the service: `/hello/path?query`. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Readable | undefined;
  /** `https` where clients reach the project by it. */
  scheme: 'http' | 'https';
}

export interface CallOptions {
  running: RunningFunction;
  agent: Agent;
  limits: FunctionRunner['limits'];
}

/**
 * Sends a request to a running function and its answer to the client, both as streams. Client and function see each other's
 * status, headers and bytes as they are.
 * @throws {FunctionError} when it ends, fails or stays silent before it answers; what happens after that ends the connection
 * @throws {GatewayError} when the body is too large, or too slow
 */
export async function forwardCall(call: Call, reply: FastifyReply, options: CallOptions): Promise<void> {
  const { running, agent, limits } = options;
  const asked = startRequest({
    socketPath: running.socketPath,
    agent,
    method: call.method,
    path: call.url,
    headers: forwarded(call),
  });
  const over = setTimeout(() => asked.destroy(new FunctionError('WORKER_LIMIT')), limits.wallClockMs);
  const silent = setTimeout(() => asked.destroy(new FunctionError('IDLE_TIMEOUT')), limits.answerMs);
  const stop = () => {
    clearTimeout(over);
    clearTimeout(silent);
  };
  // Who went away waits for nothing, and its function should not work for nobody.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) asked.destroy();
    stop();
  });
  try {
    const answered = answerOf(asked);
    // It may fail before anybody waits for it.
    answered.catch(() => {});
    if (call.body === undefined) asked.end();
    else if (call.body.errored) throw call.body.errored;
    else
      passOn(
        call.body.on('error', (error) => asked.destroy(error)),
        asked,
        call.headers['content-length'],
      );
    const answer = await answered;
    clearTimeout(silent);
    const failure = answer.headers[FAILED];
    if (isFunctionFailure(failure)) {
      answer.resume();
      throw new FunctionError(failure);
    }
    sendAnswer(reply, answer);
  } catch (error) {
    stop();
    asked.destroy();
    if (error instanceof FunctionError || error instanceof GatewayError) throw error;
    throw await reasonOf(running, error);
  }
}

/**
 * Sends a body on as it comes, and nothing after its last byte where its length is known: Deno closes the connection as soon as a function
 * that passes a body through has answered, and a write to a closed connection, even of nothing, loses what of the answer was not read yet.
 */
function passOn(body: Readable, asked: ClientRequest, length: string | undefined): void {
  if (length === undefined) {
    body.pipe(asked);
    return;
  }
  let left = Number(length);
  body.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left <= 0) asked.end(bytes);
    else if (!asked.write(bytes)) {
      body.pause();
      asked.once('drain', () => body.resume());
    }
  });
  body.once('end', () => asked.end());
}

function answerOf(asked: ReturnType<typeof startRequest>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve);
    asked.on('error', reject);
  });
}

function sendAnswer(reply: FastifyReply, answer: IncomingMessage): void {
  // What the gateway allows for all services is the function's own to say.
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !OF_THE_CONNECTION.has(name)) reply.header(name, value);
  reply.code(answer.statusCode ?? 502);
  // An answer that breaks off must not look like one that is whole.
  answer.on('error', () => reply.raw.destroy());
  void reply.send(answer);
}

function forwarded({ headers, scheme }: Call): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && (!OF_THE_CONNECTION.has(name) || (name === 'te' && value === 'trailers')))
      kept[name] = value;
  kept['x-forwarded-proto'] = scheme;
  return kept;
}

/** A connection that broke says less than why the process ended. That is known a moment later. */
async function reasonOf({ ended }: RunningFunction, cause: unknown): Promise<FunctionError> {
  const end = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 1_000, null))]);
  const failure = end === 'memory' || end === 'cpu' ? 'WORKER_LIMIT' : 'WORKER_ERROR';
  return new FunctionError(failure, { cause });
}

/** Leads a connection that asks for another protocol to the function, from then on byte for byte. */
export function forwardUpgrade(
  call: Omit<Call, 'body'>,
  socket: Duplex,
  head: Buffer,
  options: CallOptions,
): Promise<void> {
  const { running } = options;
  const asked = startRequest({
    socketPath: running.socketPath,
    agent: false,
    method: call.method,
    path: call.url,
    headers: {
      ...forwarded({ ...call, body: undefined }),
      connection: 'Upgrade',
      upgrade: call.headers.upgrade ?? 'websocket',
    },
  });
  const silent = setTimeout(() => asked.destroy(new FunctionError('IDLE_TIMEOUT')), options.limits.answerMs);
  // As long as any other call, and its socket with it.
  const over = setTimeout(() => socket.destroy(), options.limits.wallClockMs);
  return new Promise((resolve, reject) => {
    socket.once('close', () => {
      clearTimeout(over);
      asked.destroy();
    });
    asked.once('upgrade', (answer, onward, first) => {
      clearTimeout(silent);
      socket.write(`${statusLine(answer)}${rawHeaders(answer)}\r\n`);
      if (first.length > 0) socket.write(first);
      if (head.length > 0) onward.write(head);
      onward.on('error', () => socket.destroy());
      onward.pipe(socket).pipe(onward);
      onward.on('close', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      resolve();
    });
    // It answers like any request: it does not speak the other protocol.
    asked.once('response', (answer) => {
      clearTimeout(silent);
      socket.write(`${statusLine(answer)}connection: close\r\n${rawHeaders(answer, OF_THE_CONNECTION)}\r\n`);
      answer.pipe(socket);
      resolve();
    });
    asked.on('error', (error) => {
      clearTimeout(silent);
      if (error instanceof FunctionError) reject(error);
      else void reasonOf(running, error).then(reject);
    });
    asked.end();
  });
}

function statusLine({ statusCode, statusMessage }: IncomingMessage): string {
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage, without: ReadonlySet<string> = new Set()): string {
  let text = '';
  for (let at = 0; at < raw.length; at += 2)
    if (!without.has((raw[at] ?? '').toLowerCase())) text += `${raw[at]}: ${raw[at + 1]}\r\n`;
  return text;
}
