import type { Socket } from 'node:net';
import { FrameReader, type FrameSink } from '@basalt/postgres/frames';
import { header, message, query, TYPE } from '../protocol/messages.ts';
import { holdUntilDrained, Outlet } from '../protocol/outlet.ts';
import { type Expected, ExpectedAnswers, OWN_CLOSE, QUERY } from './expected.ts';
import { cleaning, type Leftovers, leftoversOf, moreOf } from './leftovers.ts';
import { closeStatement, parse, type Statement } from './statements.ts';

/** Whoever has the connection for a transaction. */
export interface Holder {
  readonly outlet: Outlet;
  /** Whether it has begun to send a message, and not ended it. */
  readonly isBetweenMessages: boolean;
  /** The transaction is over and all is answered: the connection belongs to the pool again. */
  released(): void;
  /** The server has closed the connection. What it said is passed on. */
  lost(): void;
}

/** What a session tells when it begins. */
export interface Session {
  socket: Socket;
  /** Process and secret, with which a query is cancelled. */
  key: Buffer;
  /** Settings that clients keep track of. */
  parameters: ReadonlyMap<string, string>;
}

/** Longer messages of the server are passed on as they come. In bytes. */
const LONGEST_READ = 1024;
/** Statements that one connection keeps prepared. */
const MOST_PREPARED = 500;
const PARSE_COMPLETE = message(TYPE.parseComplete, Buffer.alloc(0));
const IDLE = 'I'.charCodeAt(0);
/** SELECT and DELETE, COMMIT; INSERT, UPDATE, BEGIN. */
const LETTER = { L: 0x4c, M: 0x4d, I: 0x49, U: 0x55, B: 0x42 };

/**
 * A session of the database that clients use by turns, a transaction each. It passes on what the server says, knows when a
 * transaction is over, and leaves nothing of one client to the next.
 */
export class ServerConnection implements FrameSink {
  readonly key: Buffer;
  readonly parameters: ReadonlyMap<string, string>;
  readonly outlet: Outlet;
  /** The last statement that was prepared without a name. */
  unnamed: Statement | null = null;
  idleSince = 0;
  readonly #socket: Socket;
  readonly #frames = new FrameReader(this, LONGEST_READ);
  readonly #prepared = new Set<string>();
  readonly #expected = new ExpectedAnswers();
  #holder: Holder | null = null;
  #leftovers: Leftovers = 'nothing';
  #isCleaning = false;
  /** The last thing the server said is that it waits, outside of a transaction. */
  #isIdle = true;
  readonly #onFree: (server: ServerConnection) => void;

  /**
   * @param onFree called each time when the next client may have it
   * @param onClosed called once
   */
  constructor(
    session: Session,
    onFree: (server: ServerConnection) => void,
    onClosed: (server: ServerConnection) => void,
  ) {
    this.key = session.key;
    this.parameters = session.parameters;
    this.outlet = new Outlet(session.socket);
    this.#socket = session.socket;
    this.#onFree = onFree;
    session.socket.on('data', (chunk) => this.#read(chunk));
    session.socket.on('error', () => {});
    session.socket.once('close', () => {
      onClosed(this);
      this.#holder?.lost();
    });
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Gives it to a client until `released` or `lost`. */
  hold(holder: Holder): void {
    this.#holder = holder;
  }

  /** Ends it, whatever it is doing. */
  destroy(): void {
    this.#holder = null;
    this.#socket.destroy();
  }

  /** Ends it in order. It must be free. @returns when the server has let it go */
  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve()).end(message(TYPE.terminate, Buffer.alloc(0)));
    });
  }

  /** Says that an answer of this kind will come. */
  expect(expected: Expected): void {
    this.#expected.add(expected);
    this.#isIdle = false;
  }

  /** Whether the statement is prepared here, or will be when the messages before are done. */
  has(statement: Statement): boolean {
    return statement.name === '' ? this.unnamed === statement : this.#prepared.has(statement.name);
  }

  /** Notes a Parse that is about to be sent. */
  notePrepared(statement: Statement, own: boolean): void {
    if (statement.name === '') {
      this.unnamed = statement;
    } else {
      this.#makeRoom();
      this.#prepared.add(statement.name);
    }
    this.expect({ kind: 'parse', own, name: statement.name });
  }

  /** Prepares it before the client's message where it is not yet. */
  prepare(statement: Statement): void {
    if (this.has(statement)) return;
    this.notePrepared(statement, true);
    this.outlet.put(parse(statement));
  }

  #makeRoom(): void {
    if (this.#prepared.size < MOST_PREPARED) return;
    const [oldest = ''] = this.#prepared;
    this.#prepared.delete(oldest);
    this.expect(OWN_CLOSE);
    this.outlet.put(closeStatement(oldest));
  }

  #read(chunk: Buffer): void {
    try {
      this.#frames.read(chunk);
    } catch {
      // What a server sends that is no message helps nobody: the connection ends, and its client hears so.
      this.#socket.destroy();
      return;
    }
    const holder = this.#holder;
    if (holder !== null && !holder.outlet.flush()) holdUntilDrained(this.#socket, holder.outlet.socket);
    if (this.#isIdle) this.#settle();
  }

  /** A transaction is over, or the cleaning after it. */
  #settle(): void {
    if (!this.#expected.isEmpty) return;
    const holder = this.#holder;
    if (holder !== null) {
      if (!holder.isBetweenMessages) return;
      this.#holder = null;
      holder.released();
    } else if (!this.#isCleaning) {
      // It said something by itself, such as a notice.
      return;
    }
    this.#isCleaning = this.#leftovers !== 'nothing';
    if (this.#leftovers === 'nothing') this.#onFree(this);
    else this.#clean(this.#leftovers);
  }

  #clean(leftovers: Exclude<Leftovers, 'nothing'>): void {
    this.#leftovers = 'nothing';
    this.unnamed = null;
    if (leftovers === 'everything') this.#prepared.clear();
    this.expect(QUERY);
    this.#socket.write(query(cleaning(leftovers)));
  }

  message(type: number, data: Buffer, start: number, end: number): void {
    if (type === TYPE.commandComplete) this.#noteCommand(data, start, end);
    if (this.#isForClient(type, type === TYPE.readyForQuery && data[start] === IDLE))
      this.#holder?.outlet.passMessage(type, data, start, end);
  }

  beginLong(type: number, size: number): void {
    if (this.#isForClient(type, false)) this.#holder?.outlet.put(header(type, size));
  }

  piece(data: Buffer, start: number, end: number): void {
    this.#holder?.outlet.pass(data, start, end);
  }

  malformed(): Error {
    return new Error('The server sent bytes that are not PostgreSQL protocol.');
  }

  /** Keeps the account of what is expected. @returns whether the client sees the message */
  #isForClient(type: number, isIdle: boolean): boolean {
    switch (type) {
      case TYPE.readyForQuery:
        this.#expected.take();
        this.#isIdle = isIdle;
        return true;
      case TYPE.parseComplete: {
        const answered = this.#expected.take();
        return !(answered?.kind === 'parse' && answered.own);
      }
      case TYPE.closeComplete: {
        const answered = this.#expected.take();
        if (answered?.kind === 'parseDone') this.#holder?.outlet.put(PARSE_COMPLETE);
        return answered?.kind === 'close' && !answered.own;
      }
      case TYPE.error:
        this.#noteError();
        return true;
      case TYPE.copyInResponse:
        this.#expected.dropSyncs();
        return true;
    }
    return true;
  }

  /** What was to be prepared behind the error is not. */
  #noteError(): void {
    for (const passed of this.#expected.dropUntilEnd()) {
      if (passed.kind !== 'parse') continue;
      this.#prepared.delete(passed.name);
      if (passed.name === '') this.unnamed = null;
    }
    // A session that cannot be cleaned is of no use to the next client.
    if (this.#isCleaning) this.#socket.destroy();
  }

  #noteCommand(data: Buffer, start: number, end: number): void {
    // Most commands read or change rows, begin or commit. They are told by single letters, without making a text of each.
    const first = data[start];
    const third = data[start + 2];
    if (third === LETTER.L || third === LETTER.M) return;
    if (first === LETTER.I || first === LETTER.U || first === LETTER.B) return;
    if (this.#isCleaning) return;
    const tag = data.toString('latin1', start, end - 1);
    this.#leftovers = moreOf(this.#leftovers, leftoversOf(tag));
    if (tag.startsWith('DEALLOCATE') || tag.startsWith('DISCARD')) {
      this.#prepared.clear();
      this.unnamed = null;
    }
  }
}
