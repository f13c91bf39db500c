import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { FrameReader, type FrameSink, HEADER } from '../frames/frame-reader.ts';

/**
 * What a server may send in answer to one request. Statements of the platform ask for lists of at most some thousand rows; what
 * people ask for goes through readers with limits of their own.
 */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** Before it lets us in a server sends some hundred bytes. */
const LONGEST_GREETING = 1024 * 1024;
const READY = 'Z'.charCodeAt(0);

/**
 * The socket of a driver that takes whatever a server sends. The server of a project belongs to the project: one that floods us,
 * leaves us waiting, or speaks so that the driver throws where nobody catches it, loses its connection, and nobody else notices.
 */
export class GuardedSocket extends Socket {
  readonly #answerTimeoutMs: number | null;
  #answer: AnswerMeter | null = new AnswerMeter();
  #patience: NodeJS.Timeout | undefined;

  /** @param answerTimeoutMs how long the whole answer to one request may take; null: as long as it likes */
  constructor(answerTimeoutMs: number | null) {
    super();
    this.#answerTimeoutMs = answerTimeoutMs;
    this.once('close', () => this.#stopWaiting());
  }

  /** No limits any more, for whoever reads by himself. */
  release(): void {
    this.#answer = null;
    this.#stopWaiting();
  }

  // Not `write`: connecting puts the system's own in its place.
  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#startWaiting();
    super._write(chunk, encoding, done);
  }

  override _writev(
    chunks: { chunk: unknown; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#startWaiting();
    super._writev?.(chunks, done);
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'data' || this.#answer === null) return super.emit(event, ...args);
    if (this.destroyed) return false;
    try {
      if (this.#answer.read(args[0] as Buffer)) this.#stopWaiting();
      return super.emit(event, ...args);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }

  /** From the request on: a server that sends something now and then, but never all of it, gets no more time. */
  #startWaiting(): void {
    const timeoutMs = this.#answerTimeoutMs;
    if (timeoutMs === null || this.#answer === null || this.#patience !== undefined) return;
    this.#patience = setTimeout(() => this.destroy(noAnswer(timeoutMs)), timeoutMs);
    this.#patience.unref();
  }

  #stopWaiting(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }
}

function noAnswer(timeoutMs: number): QueryError {
  return new QueryError({
    message: `The database did not answer within ${timeoutMs / 1000} seconds, so the connection was given up.`,
    code: SQLSTATE.noAnswer,
    severity: 'FATAL',
  });
}

/** The stream of a client that is logged in, taken from the driver: whoever reads it has limits of his own. */
export function takeOverStream(client: pg.Client): Duplex {
  const { stream } = client.connection;
  stream.removeAllListeners('data');
  if (stream instanceof GuardedSocket) stream.release();
  return stream;
}

/** Counts what came since the server was last ready, message by message. */
class AnswerMeter implements FrameSink {
  // Nothing is gathered: a message counts as soon as its header says how long it is.
  readonly #frames = new FrameReader(this, 0);
  #bytes = 0;
  #longest = LONGEST_GREETING;
  /** The last message that began says that the server waits for a request. */
  #isReady = false;

  /** @returns whether the server is ready for the next request now @throws {Error} it is too much */
  read(chunk: Buffer): boolean {
    this.#frames.read(chunk);
    return this.#isReady && this.#frames.isBetweenMessages;
  }

  message(type: number): void {
    this.beginLong(type, 0);
  }

  beginLong(type: number, size: number): void {
    this.#bytes += HEADER + size;
    if (this.#bytes > this.#longest) throw new Error('The server sent more than this connection takes.');
    this.#isReady = type === READY;
    if (!this.#isReady) return;
    this.#bytes = 0;
    this.#longest = LONGEST_ANSWER;
  }

  piece(): void {
    // What it says is the driver's business.
  }

  malformed(): Error {
    return new Error('The server sent a message that is none.');
  }
}
