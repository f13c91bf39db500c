import type { QueryError } from '../errors/query-error.ts';
import { cutRow } from '../frames/cut-row.ts';
import type { PipelineResult, PipelineStatement } from './pipeline.ts';
import { NoRoomForResultError, type ResultRoom, ResultTooLargeError } from './result-too-large.ts';
import type { Preparation } from './statement-cache.ts';
import { type Joining, TextJoiner } from './text-joiner.ts';

export interface GroupOptions {
  readonly signal?: AbortSignal | undefined;
  /** Rows beyond this size make the group fail. */
  readonly maxResultBytes: number;
  /** Where large results find room while they arrive; without it they always do. */
  readonly room?: ResultRoom | undefined;
  /** Called once when the rest of the rows of a joined statement is not wanted any more: those are read only. */
  readonly onOversized?: (() => void) | undefined;
  /** True when it begins a transaction that a later group ends. */
  readonly leavesOpen?: boolean;
  /** Called once, with the error or null. */
  readonly settle: (error: QueryError | null, group: Group) => void;
}

/** Length of the values of a DataRow: how many there are, and how long the first is. */
const FIRST_VALUE = 6;

/** Statements up to one Sync, and what has come back of them. */
export class Group {
  readonly statements: readonly PipelineStatement[];
  readonly options: GroupOptions;
  readonly results: PipelineResult[] = [];
  /** False as long as nothing of it can have reached the server. */
  sent = false;
  error: QueryError | null = null;
  #parsing: (Preparation | null)[] = [];
  #rows: (Buffer | null)[][] = [];
  #joiner: TextJoiner | null = null;
  /** Bytes of a row in pieces that come before its value. */
  #toSkip = 0;
  #bytes = 0;
  #claimed = 0;
  #oversized = false;

  constructor(statements: readonly PipelineStatement[], options: GroupOptions) {
    this.statements = statements;
    this.options = options;
  }

  /** A Parse of the group went out; null for one that is not kept. */
  addParse(preparation: Preparation | null): void {
    this.#parsing.push(preparation);
  }

  /** The statement that the next ParseComplete is about. */
  nextParsed(): Preparation | null {
    return this.#parsing.shift() ?? null;
  }

  addRow(data: Buffer, start: number, end: number): void {
    if (this.#oversized) return;
    const joiner = this.#openJoiner();
    if (joiner !== null) {
      if (!joiner.add(data, Math.min(start + FIRST_VALUE, end), end)) this.addOversized();
      return;
    }
    this.#bytes += end - start;
    if (this.#bytes > this.options.maxResultBytes) this.addOversized();
    else this.#rows.push(cutRow(data, start));
  }

  /** Whether a row that arrives in pieces is put together first: one that is joined is not, its joiner takes the pieces. */
  mayGatherRow(bytes: number): boolean {
    return this.#joining === undefined && this.#claim(bytes);
  }

  /** A row of so many bytes begins that is not put together: `addPiece` gets it. */
  beginRow(bytes: number): void {
    if (this.#oversized) return;
    this.#toSkip = FIRST_VALUE;
    if (!this.#openJoiner()?.begin(Math.max(0, bytes - FIRST_VALUE))) this.addOversized();
  }

  /** The next bytes of what is not put together. What is too large is lost. */
  addPiece(data: Buffer, start: number, end: number): void {
    const value = Math.min(start + this.#toSkip, end);
    this.#toSkip -= value - start;
    this.#joiner?.write(data, value, end);
  }

  /** Room for bytes that are about to arrive, until the group is settled. False when there is none: then the group has failed. */
  #claim(bytes: number): boolean {
    const { room } = this.options;
    if (this.#oversized) return false;
    if (room === undefined) return true;
    if (room.take(bytes)) {
      this.#claimed += bytes;
      return true;
    }
    this.#fail(new NoRoomForResultError());
    return false;
  }

  addOversized(): void {
    const maxBytes = this.#joining?.maxBytes ?? this.options.maxResultBytes;
    if (!this.#oversized) this.#fail(new ResultTooLargeError(maxBytes));
  }

  complete(command: string): void {
    const joiner = this.#oversized ? null : this.#openJoiner();
    if (joiner !== null) this.#rows = [[joiner.finish()]];
    this.#joiner = null;
    this.results.push({ rows: this.#rows, command });
    this.#rows = [];
  }

  settle(error: QueryError | null): void {
    if (this.#claimed > 0) this.options.room?.give(this.#claimed);
    this.#claimed = 0;
    this.options.settle(error, this);
  }

  get #joining(): Joining | undefined {
    return this.statements[this.results.length]?.joined;
  }

  /** What takes the rows of the statement whose rows arrive; null when they are not joined. */
  #openJoiner(): TextJoiner | null {
    const joining = this.#joining;
    if (joining === undefined) return null;
    this.#joiner ??= new TextJoiner(joining, (bytes) => this.#claim(bytes));
    return this.#joiner;
  }

  #fail(error: QueryError): void {
    this.#oversized = true;
    this.#rows = [];
    this.#joiner = null;
    this.error ??= error;
    if (this.#joining !== undefined) this.options.onOversized?.();
  }
}
