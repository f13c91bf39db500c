import type { QueryErrorFields } from '../errors/query-error.ts';

/** A column of a result. `type` is PostgreSQL's short name (`int4`, `text[]`) or the name of a type of the database. */
export interface ScriptField {
  readonly name: string;
  readonly type: string;
  /** Object id of the table the column comes from, or 0. */
  readonly tableId: number;
  /** Number of the column in that table, or 0. */
  readonly columnId: number;
}

/** A value that is too long to send: where it stands in its batch, and its whole size. */
export interface CutValue {
  readonly row: number;
  readonly column: number;
  readonly bytes: number;
}

/** An error with the 0-based number of the statement it belongs to. */
export type ScriptError = QueryErrorFields & { readonly statement: number };

/**
 * What happens while a script runs, in order, as plain JSON. `result` is the 0-based number of the statement. Values
 * are PostgreSQL's text form or null.
 */
export type ScriptEvent =
  | { readonly type: 'started'; readonly backendPid: number }
  | { readonly type: 'fields'; readonly result: number; readonly fields: readonly ScriptField[] }
  | {
      readonly type: 'rows';
      readonly result: number;
      readonly rows: readonly (readonly (string | null)[])[];
      /** Present when values of this batch were cut. */
      readonly cut?: readonly CutValue[];
    }
  | {
      readonly type: 'complete';
      readonly result: number;
      /** The server's word for what it did: `SELECT`, `INSERT`, `CREATE TABLE`. */
      readonly command: string;
      /** Rows returned or changed, also those not sent; null where the command has no count. */
      readonly rowCount: number | null;
      /** True when not every row was sent. */
      readonly truncated: boolean;
      /** From the end of the statement before, or from sending, to the end of this one. */
      readonly milliseconds: number;
    }
  | ({ readonly type: 'notice' } & QueryErrorFields)
  | ({ readonly type: 'error' } & ScriptError)
  | { readonly type: 'done'; readonly milliseconds: number };

/** How a script ended. */
export interface ScriptOutcome {
  readonly status: 'completed' | 'failed' | 'cancelled';
  /** Statements that completed. After a failure their changes are undone unless the script committed them itself. */
  readonly results: number;
  readonly milliseconds: number;
  readonly error: ScriptError | null;
}
