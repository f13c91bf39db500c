import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { type ConnectOptions, connect } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { takeOverStream } from '../connections/guarded-socket.ts';
import { QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { type BackendMessage, MessageReader } from './message-reader.ts';

/** A connection whose bytes are read here and not by the driver: bounded memory and back pressure. */
export interface Session {
  readonly backendPid: number;
  readonly secretKey: number;
  /** The driver's side that writes messages. */
  readonly send: pg.Connection;
  /**
   * The server's answer up to and including ReadyForQuery ('Z'), in the portions it arrives in. The next portion is
   * read from the socket only when it is asked for, so a slow reader slows the server down. Throws QueryError 08006
   * when the connection breaks.
   */
  answer(): AsyncGenerator<BackendMessage[]>;
  /** The rows of the present result are wanted no more: what is left of them is not handed on. */
  skipRows(): void;
  /** Drops the connection at once. */
  destroy(): void;
  /** Says goodbye, or drops the connection when an answer was not read to its end. Open transactions roll back. */
  close(): Promise<void>;
}

export interface SessionOptions extends Omit<ConnectOptions, 'values'> {
  /** Longer values are cut. */
  readonly maxValueBytes: number;
  /** Of a row larger than 256 kB only this much is kept in all, default 16 MB. */
  readonly maxRowBytes?: number | undefined;
}

// The driver keeps these on its client without declaring them.
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

async function* readPortions(stream: Duplex, reader: MessageReader): AsyncGenerator<BackendMessage[]> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield reader.read(chunk as Buffer);
  } catch (error) {
    throw toQueryError(error);
  }
  throw new QueryError({
    message: 'The connection to the database was lost before the answer was complete. Try again.',
    code: SQLSTATE.connectionLost,
    severity: 'FATAL',
  });
}

/** A new connection, taken over from the driver once it is authenticated. Throws like `connect`. */
export async function openSession(target: ConnectionTarget, options: SessionOptions): Promise<Session> {
  const client = await connect(target, options);
  const stream = takeOverStream(client);
  stream.pause();
  const reader = new MessageReader(options.maxValueBytes, options.maxRowBytes);
  const portions = readPortions(stream, reader);
  const { processID, secretKey } = client as unknown as BackendKey;

  let ready = true;

  async function* answer(): AsyncGenerator<BackendMessage[]> {
    ready = false;
    while (!ready) {
      const portion = await portions.next();
      if (portion.done) return;
      ready = portion.value.at(-1)?.type === 'Z';
      yield portion.value;
    }
  }

  async function close(): Promise<void> {
    if (!ready) {
      stream.destroy();
      return;
    }
    // The iterator must let go of the stream first, or nobody would notice that the server closed it.
    await portions.return(undefined);
    stream.resume();
    await client.end();
  }

  return {
    backendPid: processID,
    secretKey,
    send: client.connection,
    answer,
    skipRows: () => reader.skipRows(),
    destroy: () => stream.destroy(),
    close,
  };
}
