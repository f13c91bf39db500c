import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { takeOverStream } from '../../connections/guarded-socket.ts';
import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../../errors/query-error.ts';
import { readError } from '../../wire/decode-message.ts';
import { type CopyForm, CopyScanner } from './copy-scanner.ts';
import { openTransferClient } from './transfer-client.ts';

const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

/** Takes the next portion of copied data; the server waits while the promise is open. */
export type TakeData = (bytes: Buffer) => Promise<void>;

function lostConnection(): QueryError {
  return new QueryError({
    message: 'The connection to the database was lost before the answer was complete. Try again.',
    code: SQLSTATE.connectionLost,
    severity: 'FATAL',
  });
}

/** A connection that carries COPY data as raw bytes. After any failure it is of no more use. */
export class CopyConnection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  readonly #chunks: NodeJS.AsyncIterator<Buffer>;
  readonly #signal: AbortSignal;

  private constructor(client: pg.Client, signal: AbortSignal) {
    this.#client = client;
    this.#stream = takeOverStream(client);
    this.#stream.pause();
    this.#chunks = this.#stream.iterator({ destroyOnReturn: false });
    this.#signal = signal;
  }

  static async open(
    target: ConnectionTarget,
    signal: AbortSignal,
    settings: Readonly<Record<string, string | number>> = {},
  ): Promise<CopyConnection> {
    return new CopyConnection(await openTransferClient(target, signal, settings), signal);
  }

  /** Runs a text that holds one COPY … TO STDOUT, and hands on its data. */
  async copyOut(sql: string, form: CopyForm, take: TakeData): Promise<void> {
    this.#client.connection.query(sql);
    await this.#readUntil('Z', form, take);
  }

  /**
   * Runs a text that holds one COPY … FROM STDIN. `feed` is given a function that sends frames and waits while the server
   * cannot keep up; the data is complete when `feed` has ended.
   */
  async copyIn(sql: string, feed: (send: TakeData) => Promise<void>): Promise<void> {
    this.#client.connection.query(sql);
    await this.#readUntil('G', 'payload', async () => {});
    // The server can refuse a row at any time, so its answer is read while the data is sent.
    let failure: unknown = null;
    let wake = () => {};
    const answer = this.#readUntil('Z', 'payload', async () => {}).catch((error: unknown) => {
      failure = error;
      wake();
    });
    await feed(async (bytes) => {
      if (failure !== null) throw failure;
      if (this.#stream.write(bytes)) return;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#stream.once('drain', wake);
      await woken;
      this.#stream.off('drain', wake);
      if (failure !== null) throw failure;
    });
    this.#stream.write(COPY_DONE);
    await answer;
    if (failure !== null) throw failure;
  }

  /** Says goodbye, or hangs up after a failure. */
  async close(failed: boolean): Promise<void> {
    if (failed) {
      if (!this.#stream.closed) {
        const closed = once(this.#stream, 'close');
        this.#stream.destroy();
        await closed;
      }
      return;
    }
    // The iterator must let go of the stream first, or nobody would notice that the server closed it.
    await this.#chunks.return?.();
    this.#stream.resume();
    await this.#client.end();
  }

  async #readUntil(end: 'Z' | 'G', form: CopyForm, take: TakeData): Promise<void> {
    let data: Buffer[] = [];
    let failure: QueryError | null = null;
    let ended = false;
    const scanner = new CopyScanner(form, {
      data: (bytes) => data.push(bytes),
      message: (type, body) => {
        if (type === 'E') failure ??= readError(body);
        ended ||= type === end || type === 'Z';
      },
    });
    while (!ended) {
      scanner.scan(await this.#nextChunk().catch((error: unknown) => Promise.reject(failure ?? error)));
      const portions = data;
      data = [];
      for (const portion of portions) await take(portion);
    }
    if (failure !== null) throw failure;
  }

  async #nextChunk(): Promise<Buffer> {
    try {
      const next = await this.#chunks.next();
      if (!next.done) return next.value;
    } catch (error) {
      throw this.#signal.aborted ? cancelledError() : toQueryError(error);
    }
    throw this.#signal.aborted ? cancelledError() : lostConnection();
  }
}

/** Runs `work` with such a connection and closes it. */
export async function withCopyConnection<T>(
  target: ConnectionTarget,
  signal: AbortSignal,
  settings: Readonly<Record<string, string | number>>,
  work: (connection: CopyConnection) => Promise<T>,
): Promise<T> {
  const connection = await CopyConnection.open(target, signal, settings);
  let failed = true;
  try {
    const result = await work(connection);
    failed = false;
    return result;
  } finally {
    await connection.close(failed);
  }
}
