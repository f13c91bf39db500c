import type { Socket } from 'node:net';
import { FrameReader, type FrameSink } from '@basalt/postgres/frames';
import {
  fatalError,
  header,
  message,
  type Refusal,
  readText,
  TYPE,
  zeroTerminated,
} from '../protocol/messages.ts';
import { holdUntilDrained, Outlet } from '../protocol/outlet.ts';
import { CLOSE, PARSE_DONE, QUERY, SYNC } from './expected.ts';
import { SessionRefusedError } from './open-session.ts';
import type { Kind, Pool } from './pool.ts';
import type { Holder, ServerConnection } from './server-connection.ts';
import { ClientStatements, closeStatement, type Statement } from './statements.ts';

/** Longer messages of a client are passed on as they come. In bytes. */
const LONGEST_READ = 4 * 1024 * 1024;
/** In a longer Bind, the names of portal and statement stand within so many bytes. */
const LONGEST_NAMES = 1024;
/** Messages whose bodies are read here. The others, and long ones with values in them, need not be in one piece. */
const READ: ReadonlySet<number> = new Set([TYPE.parse, TYPE.bind, TYPE.close, TYPE.describe]);
const STATEMENT = 'S'.charCodeAt(0);

/** Thrown for messages that end the connection. */
class ClientError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface ClientCalls {
  /** Stops what a connection is doing. */
  cancel(server: ServerConnection): void;
  /** The client is told so, and leaves. */
  refused(refusal: Refusal): void;
}

/**
 * A client that has logged in and gets a connection of the pool for each transaction. Statements that it prepares follow it: they
 * are prepared again wherever it is served.
 */
export class PooledClient implements Holder, FrameSink {
  readonly outlet: Outlet;
  readonly #socket: Socket;
  readonly #pool: Pool;
  readonly #kind: Kind;
  readonly #frames = new FrameReader(this, LONGEST_READ);
  readonly #statements = new ClientStatements();
  #server: ServerConnection | null = null;
  /** What came while no connection was there. */
  #held: Buffer | null = null;
  /** The beginning of a long Bind, until its names are known. */
  #bind: { size: number; head: Buffer } | null = null;
  #isDone = false;
  readonly #calls: ClientCalls;

  constructor(socket: Socket, pool: Pool, kind: Kind, calls: ClientCalls) {
    this.#socket = socket;
    this.#pool = pool;
    this.#kind = kind;
    this.#calls = calls;
    this.outlet = new Outlet(socket);
  }

  /** @param rest what the client has sent already */
  begin(rest: Buffer): void {
    this.#kind.clients += 1;
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.once('close', () => this.#gone());
    if (rest.length > 0) this.#take(rest);
  }

  get isBetweenMessages(): boolean {
    return this.#frames.isBetweenMessages && this.#bind === null;
  }

  /** The connection that works for it now. */
  get server(): ServerConnection | null {
    return this.#server;
  }

  released(): void {
    this.#server = null;
  }

  lost(): void {
    this.#server = null;
    this.#isDone = true;
    // What the server said last is on its way; where it said nothing, the end says enough.
    this.outlet.flush();
    this.#socket.end();
  }

  /** Ends the connection with a reason. */
  refuse(refusal: Refusal): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#calls.refused(refusal);
    this.#socket.end(fatalError(refusal));
    this.#socket.resume();
  }

  #take(chunk: Buffer): void {
    if (this.#isDone) return;
    if (this.#server === null && chunk[0] === TYPE.terminate && this.isBetweenMessages) {
      this.#leave();
      return;
    }
    const free = this.#server === null ? this.#pool.takeFree(this.#kind) : null;
    if (free !== null) this.#hold(free);
    if (this.#server === null) this.#waitForServer(chunk);
    else this.#pass(chunk);
  }

  #waitForServer(chunk: Buffer): void {
    this.#socket.pause();
    this.#held = chunk;
    this.#pool.take(this.#kind).then(
      (server) => {
        const held = this.#held;
        this.#held = null;
        if (this.#isDone || held === null) return this.#pool.giveBack(server);
        this.#hold(server);
        this.#pass(held);
        this.#socket.resume();
      },
      (error: unknown) => this.refuse(reasonOf(error)),
    );
  }

  #hold(server: ServerConnection): void {
    this.#server = server;
    server.hold(this);
  }

  #pass(chunk: Buffer): void {
    const server = this.#server;
    try {
      this.#frames.read(chunk);
    } catch (error) {
      this.refuse(reasonOf(error));
      this.#drop();
      return;
    }
    if (server !== null && !server.outlet.flush()) holdUntilDrained(this.#socket, server.outlet.socket);
  }

  message(type: number, data: Buffer, start: number, end: number): void {
    const server = this.#server;
    // It said goodbye, and nothing counts that comes after.
    if (server === null || this.#isDone) return;
    switch (type) {
      case TYPE.parse:
        this.#parse(server, data, start, end);
        break;
      case TYPE.bind:
        this.#bindTo(server, data, start, end);
        break;
      case TYPE.describe:
        this.#describe(server, data, start, end);
        break;
      case TYPE.close:
        this.#close(server, data, start, end);
        break;
      case TYPE.terminate:
        this.#leave();
        break;
      default:
        expectAnswer(server, type);
        server.outlet.passMessage(type, data, start, end);
    }
  }

  mayGather(type: number): boolean {
    return READ.has(type);
  }

  beginLong(type: number, size: number): void {
    const server = this.#server;
    if (server === null || this.#isDone) return;
    if (type === TYPE.bind) {
      this.#bind = { size, head: Buffer.alloc(0) };
      return;
    }
    if (READ.has(type)) throw new ClientError(tooLong());
    expectAnswer(server, type);
    server.outlet.put(header(type, size));
  }

  piece(data: Buffer, start: number, end: number): void {
    const server = this.#server;
    if (server === null || this.#isDone) return;
    const bind = this.#bind;
    if (bind === null) {
      server.outlet.pass(data, start, end);
      return;
    }
    bind.head = Buffer.concat([bind.head, data.subarray(start, end)]);
    if (bind.head.length < LONGEST_NAMES && bind.head.length < bind.size) return;
    this.#bind = null;
    this.#sendBind(server, bind.head, bind.size);
  }

  malformed(): Error {
    return new ClientError({ code: '08P01', message: 'This is not the protocol of PostgreSQL.' });
  }

  #parse(server: ServerConnection, data: Buffer, start: number, end: number): void {
    const name = readText(data, start, end);
    if (name === null) throw this.malformed();
    const definition = data.subarray(name.next, end);
    const statement =
      name.text === ''
        ? { name: '', definition: Buffer.from(definition), bindNames: null }
        : this.#kind.statements.share(definition);
    if (!this.#statements.set(name.text, statement)) throw new ClientError(tooMuchPrepared());
    if (name.text !== '' && server.has(statement)) {
      server.expect(PARSE_DONE);
      server.outlet.put(closeStatement(NOT_THERE));
      return;
    }
    server.notePrepared(statement, false);
    if (statement.name === '') server.outlet.passMessage(TYPE.parse, data, start, end);
    else server.outlet.put(message(TYPE.parse, Buffer.concat([zeroTerminated(statement.name), definition])));
  }

  /** Bind to a statement that may have another name on the server. */
  #bindTo(server: ServerConnection, data: Buffer, start: number, end: number): void {
    const afterPortal = data.indexOf(0, start) + 1;
    const name = afterPortal === 0 ? null : readText(data, afterPortal, end);
    if (name === null) throw this.malformed();
    const statement = this.#statementOf(server, name.text);
    if (statement === undefined || statement.bindNames === null) {
      server.outlet.passMessage(TYPE.bind, data, start, end);
      return;
    }
    const hasPortal = afterPortal - start > 1;
    const names = hasPortal
      ? Buffer.concat([data.subarray(start, afterPortal), statement.bindNames.subarray(1)])
      : statement.bindNames;
    server.outlet.put(header(TYPE.bind, names.length + end - name.next));
    server.outlet.put(names);
    server.outlet.pass(data, name.next, end);
  }

  /** The same for one whose values are still to come. */
  #sendBind(server: ServerConnection, head: Buffer, size: number): void {
    const portal = readText(head, 0, head.length);
    const name = portal === null ? null : readText(head, portal.next, head.length);
    if (portal === null || name === null) throw this.malformed();
    const names = zeroTerminated(portal.text, this.#statementOf(server, name.text)?.name ?? name.text);
    server.outlet.put(header(TYPE.bind, names.length + size - name.next));
    server.outlet.put(names);
    server.outlet.pass(head, name.next, head.length);
  }

  #describe(server: ServerConnection, data: Buffer, start: number, end: number): void {
    if (data[start] !== STATEMENT) {
      server.outlet.passMessage(TYPE.describe, data, start, end);
      return;
    }
    const name = readText(data, start + 1, end);
    if (name === null) throw this.malformed();
    const statement = this.#statementOf(server, name.text);
    if (statement === undefined) server.outlet.passMessage(TYPE.describe, data, start, end);
    else server.outlet.put(message(TYPE.describe, zeroTerminated(`S${statement.name}`)));
  }

  /** What others have prepared as well stays on the server. */
  #close(server: ServerConnection, data: Buffer, start: number, end: number): void {
    server.expect(CLOSE);
    if (data[start] === STATEMENT) {
      const name = readText(data, start + 1, end);
      if (name === null) throw this.malformed();
      this.#statements.delete(name.text);
      server.outlet.put(closeStatement(NOT_THERE));
    } else {
      server.outlet.passMessage(TYPE.close, data, start, end);
    }
  }

  /** Undefined: it has none of that name, which the server will say. */
  #statementOf(server: ServerConnection, name: string): Statement | undefined {
    const statement = this.#statements.get(name);
    if (statement !== undefined) server.prepare(statement);
    return statement;
  }

  #leave(): void {
    this.#isDone = true;
    this.#socket.end();
    this.#drop();
  }

  #gone(): void {
    this.#kind.clients -= 1;
    this.#isDone = true;
    this.#held = null;
    this.#drop();
  }

  /** What is left half done is ended with its connection. */
  #drop(): void {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    this.#calls.cancel(server);
    server.destroy();
  }
}

/** No statement is called so. */
const NOT_THERE = 'basalt_none';

/** Notes what ends with a ReadyForQuery of its own. */
function expectAnswer(server: ServerConnection, type: number): void {
  if (type === TYPE.query) server.unnamed = null;
  if (type === TYPE.query || type === TYPE.functionCall) server.expect(QUERY);
  if (type === TYPE.sync) server.expect(SYNC);
}

function reasonOf(error: unknown): Refusal {
  if (error instanceof ClientError || error instanceof SessionRefusedError) return error.refusal;
  return { code: 'XX000', message: 'The pooler failed.' };
}

function tooLong(): Refusal {
  return {
    code: '54000',
    message: 'A statement that is prepared may have 4 MB of text here.',
    hint: 'Send it as a simple query, or connect to the port for sessions.',
  };
}

function tooMuchPrepared(): Refusal {
  return {
    code: '54000',
    message: 'This client has prepared statements of more than 16 MB.',
    hint: 'Close those that are not needed, or connect to the port for sessions.',
  };
}
