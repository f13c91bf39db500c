/**
 * What makes a statement worth a question. Each finding has the most telling kind: a DELETE without WHERE is no
 * `destructive` on top of it, and neither is a dropped column.
 */
export type RiskKind =
  | 'destructive'
  | 'update-without-where'
  | 'delete-without-where'
  | 'drop-column'
  | 'database-lockout'
  | 'table-without-rls';

/** Something in a statement that a command might do to the data. */
export interface Finding {
  readonly kind: RiskKind;
  /** The table, `table.column`, database, … as SQL; null when it is not written down. */
  readonly subject: string | null;
}

/** A finding and its statement. */
export interface Risk extends Finding {
  /** 0-based number of the statement in the script, as `splitStatements` counts. */
  readonly statement: number;
  /** UTF-16 offsets of the statement. */
  readonly start: number;
  readonly end: number;
}

/** Kinds that destroy data or objects. */
export const DESTRUCTIVE_KINDS: ReadonlySet<RiskKind> = new Set([
  'destructive',
  'delete-without-where',
  'drop-column',
]);
