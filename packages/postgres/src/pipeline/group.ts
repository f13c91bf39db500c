import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { cutRow } from '../frames/cut-row.ts';
import type { PipelineResult, PipelineStatement } from './pipeline.ts';
import type { Preparation } from './statement-cache.ts';

export interface GroupOptions {
  readonly signal?: AbortSignal | undefined;
  /** Rows beyond this size make the group fail. */
  readonly maxResultBytes: number;
  /** True when it begins a transaction that a later group ends. */
  readonly leavesOpen?: boolean;
  /** Called once, with the error or null. */
  readonly settle: (error: QueryError | null, group: Group) => void;
}

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
  #bytes = 0;

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
    this.#bytes += end - start;
    if (this.#bytes > this.options.maxResultBytes) this.addOversized();
    else this.#rows.push(cutRow(data, start));
  }

  addOversized(): void {
    this.#rows = [];
    const message = `The result is larger than ${this.options.maxResultBytes} bytes. Ask for less at a time.`;
    this.error ??= new QueryError({ message, code: SQLSTATE.tooLarge });
  }

  complete(command: string): void {
    this.results.push({ rows: this.#rows, command });
    this.#rows = [];
  }

  settle(error: QueryError | null): void {
    this.options.settle(error, this);
  }
}
