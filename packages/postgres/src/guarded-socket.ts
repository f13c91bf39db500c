import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * What a server may send in answer to one request. Statements of the platform ask for lists of at most some thousand rows; what
 * people ask for goes through readers with limits of their own.
 */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** Before it lets us in a server sends some hundred bytes. */
const LONGEST_GREETING = 1024 * 1024;
const HEADER = 5;
const READY = 'Z'.charCodeAt(0);

/**
 * The socket of a driver that takes whatever a server sends. The server of a project belongs to the project: one that floods us, or
 * speaks so that the driver throws where nobody catches it, loses its connection, and nobody else notices.
 */
export class GuardedSocket extends Socket {
  #answer: AnswerMeter | null = new AnswerMeter();

  /** No limits any more, for whoever reads by himself. */
  release(): void {
    this.#answer = null;
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'data' || this.#answer === null) return super.emit(event, ...args);
    if (this.destroyed) return false;
    try {
      this.#answer.read(args[0] as Buffer);
      return super.emit(event, ...args);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }
}

/** The stream of a client that is logged in, taken from the driver: whoever reads it has limits of his own. */
export function takeOverStream(client: pg.Client): Duplex {
  const { stream } = client.connection;
  stream.removeAllListeners('data');
  if (stream instanceof GuardedSocket) stream.release();
  return stream;
}

/** Counts what came since the server was last ready, message by message. */
class AnswerMeter {
  #bytes = 0;
  #longest = LONGEST_GREETING;
  /** Of the message that comes: what is left of it, and the bytes of its header that came. */
  #left = 0;
  #header: number[] = [];

  /** @throws {Error} it is too much */
  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const part = Math.min(this.#left, chunk.length - at);
        this.#left -= part;
        at += part;
        continue;
      }
      this.#header.push(chunk[at] as number);
      at += 1;
      if (this.#header.length === HEADER) this.#begin(Buffer.from(this.#header));
    }
  }

  #begin(header: Buffer): void {
    this.#header = [];
    const length = header.readInt32BE(1);
    if (length < 4) throw new Error('The server sent a message that is none.');
    this.#left = length - 4;
    this.#bytes += length;
    if (this.#bytes > this.#longest) throw new Error('The server sent more than this connection takes.');
    if (header[0] !== READY) return;
    this.#bytes = 0;
    this.#longest = LONGEST_ANSWER;
  }
}
