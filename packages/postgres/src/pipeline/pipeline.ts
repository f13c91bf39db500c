import type { Joining } from './text-joiner.ts';

/** One statement of a group. Values are text (or bytes, sent as text form of their type); null is NULL. */
export interface PipelineStatement {
  sql: string;
  values: readonly (string | Buffer | null)[];
  /** Prepare it once per connection and use it again. Only for texts that come again; the key also holds `planKey`. */
  reuse: boolean;
  /** Plans under row level security depend on the role: statements of different keys are prepared apart. */
  planKey?: string;
  /**
   * Its rows have one column, never null, and become one text: the one value of the one row of its result. It only reads: where
   * the text would be too large it is cancelled.
   */
  joined?: Joining;
}

/** Rows as they came from the wire, in text form. The buffers are slices that stay valid. */
export interface PipelineResult {
  rows: readonly (Buffer | null)[][];
  /** Command tag: `SELECT 1`, `INSERT 0 3`. */
  command: string;
}

export interface RunGroupOptions {
  /** `short`: may share a connection with others in flight. `long`: one at a time on a connection of its own. */
  pool: 'short' | 'long';
  signal?: AbortSignal;
}

/**
 * Runs groups of statements. A group is one implicit transaction and one round trip: it takes effect as a whole or not at
 * all, and settings made with `set_config(…, true)` end with it.
 */
export interface Pipeline {
  /** @throws {QueryError} of the first statement that failed; 08xxx when the database is away; 53300-like when no connection is free in time */
  run(statements: readonly PipelineStatement[], options: RunGroupOptions): Promise<PipelineResult[]>;
  /**
   * The same inside BEGIN … with a look at the results before the end: for what must be taken back although SQL succeeded.
   * @param decide `true` commits, `false` rolls back
   */
  runAndDecide(
    statements: readonly PipelineStatement[],
    decide: (results: readonly PipelineResult[]) => boolean,
    options?: Pick<RunGroupOptions, 'signal'>,
  ): Promise<PipelineResult[]>;
  /** Ends all connections; what is in flight fails with 57P01. */
  close(): Promise<void>;
}
