import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { FrameReader } from '../frames/frame-reader.ts';
import { queryMessage, replicationStartup, rowValues } from './replication-messages.ts';
import { ShortRow } from './short-row.ts';

/** Rows that are longer are read without their long values: nobody could be sent them, and they would fill our memory. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;
/** What stands before each message of the plug-in: a letter, where it stands in the log, where the log ends, and the time. */
const DATA_HEADER = 25;
/** The server gives a reader up that says nothing for a minute. */
const STATUS_EVERY_MS = 10_000;
const MAX_CONNECT_MS = 5_000;

/** Values come in these forms, whatever the database or the role say. */
const SETTINGS = [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_session_timeout=0',
  'wal_sender_timeout=60000',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'timezone=UTC',
  'bytea_output=hex',
  'extra_float_digits=1',
  'client_encoding=UTF8',
];

export interface LogicalStreamTarget {
  /** The folder of the server's socket. */
  host: string;
  port: number;
  database: string;
  /** A role with REPLICATION. */
  user: string;
  applicationName: string;
}

export interface LogicalStreamEvents {
  /**
   * A message of the plug-in; its bytes stay valid.
   * @param sent bytes that it had, more than these where long values were left out because the row is above 16 MB
   */
  message(bytes: Buffer, sent: number): void;
  /** Called once when the stream ends without our doing. */
  ended(reason: Error): void;
}

/**
 * Reads what happens in a database from now on, over a replication slot that lives as long as the connection. The server keeps its
 * log for a reader that falls behind up to `max_slot_wal_keep_size`, then ends the stream.
 */
export class LogicalStream {
  readonly #socket: Socket;
  readonly #events: LogicalStreamEvents;
  readonly #status: NodeJS.Timeout;
  #received = 0n;
  #isLive = false;
  #closed = false;

  private constructor(socket: Socket, events: LogicalStreamEvents, reader: Conversation) {
    this.#socket = socket;
    this.#events = events;
    this.#status = setInterval(() => this.#confirm(), STATUS_EVERY_MS).unref();
    reader.follow({
      data: (data, start, end, sent) => this.#read(data, start, end, sent),
      failed: (error) => this.#end(error),
    });
    socket.once('close', () => this.#end(new Error('The server closed the stream.')));
  }

  /**
   * @param publications those of them that are not there are left out
   * @returns the stream, which is live, and the publications that it reads
   * @throws {Error} the server cannot be reached, refuses or is stopped meanwhile
   */
  static async open(
    target: LogicalStreamTarget,
    publications: readonly string[],
    events: LogicalStreamEvents,
    signal: AbortSignal,
  ): Promise<{ stream: LogicalStream; publications: string[] }> {
    const socket = connect(join(target.host, `.s.PGSQL.${target.port}`));
    const abort = () => socket.destroy(new Error('The stream was given up.'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    socket.on('error', () => undefined); // the conversation hears of it
    const reader = new Conversation(socket);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(MAX_CONNECT_MS) });
      const { user, database, applicationName } = target;
      socket.write(
        replicationStartup(user, {
          replication: 'database',
          database,
          application_name: applicationName,
          options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
        }),
      );
      await reader.answer();
      const known = await reader.ask(socket, 'select pubname from pg_catalog.pg_publication');
      const names = known.map(([name]) => name);
      const there = publications.filter((name) => names.includes(name));
      if (there.length === 0) throw new Error('There is no publication to read.');
      const slot = `basalt_realtime_${randomBytes(8).toString('hex')}`;
      await reader.ask(
        socket,
        `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
      );
      const list = there.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
      // Before it is asked for: the first messages may come together with the answer.
      const stream = new LogicalStream(socket, events, reader);
      await reader.ask(
        socket,
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${list.replaceAll("'", "''")}')`,
      );
      stream.#isLive = true;
      return { stream, publications: there };
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Reads no further until `resume`. The server keeps its log meanwhile. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#status);
    this.#socket.destroy();
  }

  #read(data: Buffer, start: number, end: number, sent: number): void {
    const kind = data[start];
    if (kind === 0x77) {
      const at = data.readBigUInt64BE(start + 1);
      if (at > this.#received) this.#received = at;
      if (!this.#closed) this.#events.message(data.subarray(start + DATA_HEADER, end), sent);
    } else if (kind === 0x6b) {
      const at = data.readBigUInt64BE(start + 1);
      if (at > this.#received) this.#received = at;
      if (data[start + 17] === 1) this.#confirm();
    }
  }

  /** Nothing is read again after a break, so the server may forget all that has arrived. */
  #confirm(): void {
    if (this.#socket.destroyed) return;
    const message = Buffer.alloc(5 + 34);
    message.write('d');
    message.writeInt32BE(38, 1);
    message.write('r', 5);
    for (const at of [6, 14, 22]) message.writeBigUInt64BE(this.#received, at);
    this.#socket.write(message);
  }

  #end(reason: Error): void {
    if (this.#closed) return;
    const wasLive = this.#isLive;
    this.close();
    if (wasLive) this.#events.ended(reason);
  }
}

interface Follower {
  /** @param sent bytes that it had, more than these where they were too many */
  data(data: Buffer, start: number, end: number, sent: number): void;
  failed(error: Error): void;
}

/** What the server says: first answers to commands, then the stream. */
class Conversation {
  #rows: (string | null)[][] = [];
  #settle: { done(): void; failed(error: Error): void } | null = null;
  #failure: Error | null = null;
  #follower: Follower | null = null;
  #long: { row: ShortRow; size: number } | null = null;

  constructor(socket: Socket) {
    const reader = new FrameReader(
      {
        message: (type, data, start, end) => this.#message(type, data, start, end),
        beginLong: (type, size) => {
          if (this.#follower === null || type !== 0x64)
            throw new Error('The server sent too long a message.');
          this.#long = { row: new ShortRow(DATA_HEADER), size };
        },
        piece: (data, start, end, left) => this.#piece(data.subarray(start, end), left),
        malformed: () => new Error('The server sent a message that is none.'),
      },
      LONGEST_MESSAGE,
    );
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch (error) {
        this.#fail(error instanceof Error ? error : new Error(String(error)));
        socket.destroy();
      }
    });
    socket.once('error', (error) => this.#fail(error));
    socket.once('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  answer(): Promise<void> {
    return new Promise((done, failed) => {
      if (this.#failure !== null) failed(this.#failure);
      else this.#settle = { done, failed };
    });
  }

  async ask(socket: Socket, command: string): Promise<(string | null)[][]> {
    this.#rows = [];
    socket.write(queryMessage(command));
    await this.answer();
    return this.#rows;
  }

  follow(follower: Follower): void {
    this.#follower = follower;
    if (this.#failure !== null) follower.failed(this.#failure);
  }

  #message(type: number, data: Buffer, start: number, end: number): void {
    switch (String.fromCharCode(type)) {
      case 'd':
        this.#follower?.data(data, start, end, end - start);
        break;
      case 'D':
        this.#rows.push(rowValues(data.subarray(start, end)));
        break;
      case 'Z':
      case 'W':
        this.#settle?.done();
        this.#settle = null;
        break;
      case 'E':
        this.#fail(new Error(errorText(data.toString('utf8', start, end))));
        break;
    }
  }

  #piece(piece: Buffer, left: number): void {
    if (this.#long === null) return;
    const { row, size } = this.#long;
    row.add(piece);
    if (left > 0) return;
    this.#long = null;
    const short = row.end();
    if (short !== null) this.#follower?.data(short, 0, short.length, size);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle?.failed(this.#failure);
    this.#settle = null;
    this.#follower?.failed(this.#failure);
  }
}

function errorText(body: string): string {
  const message = body.split('\0').find((field) => field.startsWith('M'));
  return `The server refused: ${message?.slice(1) ?? 'an error without a message'}.`;
}
