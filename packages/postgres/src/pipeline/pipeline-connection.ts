import type { Duplex } from 'node:stream';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { FrameReader, type FrameSink, notProtocol } from '../frames/frame-reader.ts';
import { readError } from '../wire/decode-message.ts';
import type { Group } from './group.ts';
import type { MessageEncoder } from './message-encoder.ts';
import { isStaleStatement } from './stale-statement.ts';
import { isKept, StatementCache } from './statement-cache.ts';

const PARSE_COMPLETE = 0x31;
const COMMAND_COMPLETE = 0x43;
const DATA_ROW = 0x44;
const ERROR = 0x45;
const COPY_IN = 0x47;
const COPY_BOTH = 0x57;
const EMPTY_QUERY = 0x49;
const READY = 0x5a;
const IDLE = 0x49;

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
const GOODBYE_MS = 1000;
/** A group at the head for longer than this is slow: nothing more is put behind it. */
const STALL_MS = 10;

export interface ConnectionParts {
  readonly target: ConnectionTarget;
  readonly stream: Duplex;
  readonly backendPid: number;
  readonly secretKey: number;
}

export interface ConnectionLimits {
  readonly statementCacheSize: number;
  readonly maxResultBytes: number;
}

/** One connection that is logged in and idle, and many groups in flight on it. Each is settled in the order it was sent. */
export class PipelineConnection implements FrameSink {
  readonly target: ConnectionTarget;
  readonly backendPid: number;
  readonly secretKey: number;
  /** How many hold a place on it; kept by the pool. */
  load = 0;
  /** Since when nobody does, as `performance.now()` counts; kept by the pool. */
  idleSince = performance.now();
  /** True when it must not be used again. */
  retired = false;
  /** Called once when the connection is gone, after every group was settled. */
  onGone: () => void = () => {};
  /** Called when the socket takes more again. */
  onDrain: () => void = () => {};
  readonly #stream: Duplex;
  readonly #encoder: MessageEncoder;
  readonly #statements: StatementCache;
  readonly #reader: FrameReader;
  #unsent: Group[] = [];
  #sent: Group[] = [];
  #headSince = 0;
  #flushing = false;
  #fatal: QueryError | null = null;

  constructor(parts: ConnectionParts, encoder: MessageEncoder, limits: ConnectionLimits) {
    this.target = parts.target;
    this.backendPid = parts.backendPid;
    this.secretKey = parts.secretKey;
    this.#stream = parts.stream;
    this.#encoder = encoder;
    this.#statements = new StatementCache(limits.statementCacheSize);
    this.#reader = new FrameReader(this, limits.maxResultBytes);
    parts.stream.on('data', (chunk: Buffer) => this.#read(chunk));
    parts.stream.on('drain', () => this.onDrain());
    parts.stream.once('error', (error) => this.destroy(toQueryError(error)));
    parts.stream.once('end', () => this.destroy());
    parts.stream.once('close', () => this.#gone());
  }

  /** False when a group sent now would have to wait for a slow one or for the socket. */
  accepts(now: number): boolean {
    if (this.retired || this.#stream.writableNeedDrain) return false;
    return this.#sent.length === 0 || now - this.#headSince < STALL_MS;
  }

  /** Sends the group together with the others of this turn of the event loop. */
  send(group: Group): void {
    this.#unsent.push(group);
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush());
  }

  /** Drops the connection at once. */
  destroy(error?: QueryError): void {
    this.retired = true;
    if (error) this.#fatal ??= error;
    this.#stream.destroy();
  }

  /** Says goodbye to the server, if nothing is in flight, and resolves when the connection is closed. */
  async close(): Promise<void> {
    this.retired = true;
    if (this.#stream.closed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#stream.destroy(), GOODBYE_MS);
    this.#stream.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    if (!this.#stream.destroyed) this.#stream.end(TERMINATE);
    await promise;
  }

  message(type: number, data: Buffer, start: number, end: number): void {
    const group = this.#sent[0];
    switch (type) {
      case DATA_ROW:
        group?.addRow(data, start, end);
        break;
      case COMMAND_COMPLETE:
        group?.complete(data.toString('latin1', start, end - 1));
        break;
      case EMPTY_QUERY:
        group?.complete('');
        break;
      case PARSE_COMPLETE: {
        const parsed = group?.nextParsed();
        if (parsed) this.#statements.keep(parsed);
        break;
      }
      case ERROR:
        this.#refused(readError(data.subarray(start, end)));
        break;
      case READY:
        this.#ready(data.readUInt8(start));
        break;
      case COPY_IN:
      case COPY_BOTH:
        this.destroy(copyError());
        break;
      default:
        // Notices, changed settings, notifications, acknowledgements of Bind and Close.
        break;
    }
  }

  mayGather(type: number, size: number): boolean {
    return type !== DATA_ROW || this.#sent[0]?.mayGatherRow(size) !== false;
  }

  beginLong(type: number, size: number): void {
    const group = this.#sent[0];
    if (type === DATA_ROW) group?.beginRow(size);
    else group?.addOversized();
  }

  piece(data: Buffer, start: number, end: number): void {
    this.#sent[0]?.addPiece(data, start, end);
  }

  malformed(): QueryError {
    return notProtocol();
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.read(chunk);
    } catch (error) {
      this.destroy(toQueryError(error));
    }
  }

  #refused(error: QueryError): void {
    if (error.severity === 'ERROR') {
      const group = this.#sent[0];
      if (group) group.error ??= error;
      if (isStaleStatement(error)) this.#statements.forgetAll();
    } else {
      // The server ends the connection after it.
      this.retired = true;
      this.#fatal ??= error;
    }
  }

  #ready(status: number): void {
    const group = this.#sent.shift();
    if (group === undefined) return;
    if (this.#sent.length > 0) this.#headSince = performance.now();
    if (status !== IDLE && !group.options.leavesOpen) {
      group.error ??= leftOpenError();
      this.destroy();
    }
    group.settle(group.error);
  }

  #flush(): void {
    this.#flushing = false;
    const groups = this.#unsent;
    this.#unsent = [];
    for (const group of groups) {
      if (this.#stream.destroyed) group.settle(this.#lostError());
      else if (group.options.signal?.aborted) group.settle(cancelledError());
      else this.#encode(group);
    }
    const pieces = this.#encoder.take();
    if (pieces.length > 1) this.#stream.cork();
    for (const piece of pieces) this.#stream.write(piece);
    if (pieces.length > 1) this.#stream.uncork();
  }

  #encode(group: Group): void {
    if (this.#sent.length === 0) this.#headSince = performance.now();
    // First, where no error of the group can make the server skip them.
    for (const name of this.#statements.takeDropped()) this.#encoder.closeStatement(name);
    for (const statement of group.statements) {
      const kept = isKept(statement);
      let name = kept ? this.#statements.find(statement) : undefined;
      if (name === undefined) {
        const preparation = kept ? this.#statements.begin(statement) : null;
        name = preparation?.name ?? '';
        this.#encoder.parse(name, statement.sql);
        group.addParse(preparation);
      }
      this.#encoder.bind(name, statement.values);
      this.#encoder.execute();
    }
    this.#encoder.sync();
    group.sent = true;
    this.#sent.push(group);
  }

  #gone(): void {
    this.retired = true;
    const groups = [...this.#sent, ...this.#unsent];
    this.#sent = [];
    this.#unsent = [];
    for (const group of groups) group.settle(group.error ?? this.#lostError());
    this.onGone();
  }

  #lostError(): QueryError {
    return this.#fatal ?? connectionLostError();
  }
}

function connectionLostError(): QueryError {
  const message = 'The connection to the database was lost before the answer was complete. Try again.';
  return new QueryError({ message, code: SQLSTATE.connectionLost, severity: 'FATAL' });
}

function leftOpenError(): QueryError {
  const message = 'The statements left a transaction open, so it was rolled back.';
  return new QueryError({ message, code: '25000' });
}

function copyError(): QueryError {
  const message = 'COPY from the client is not possible here.';
  return new QueryError({ message, code: SQLSTATE.notSupported });
}
