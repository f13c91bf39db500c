/** What a failed query says, as plain data that can travel as JSON. Absent parts are null. */
export interface QueryErrorFields {
  readonly message: string;
  /** SQLSTATE: the server's own, or 08001 (cannot connect), 08006 (connection lost), 08007 (no answer in time), 57014 (cancelled). */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | null;
  readonly hint: string | null;
  /** 1-based place in the submitted text, counted in characters. */
  readonly position: number | null;
  readonly where: string | null;
  readonly schema: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
}

/** SQLSTATEs this package gives to failures that no server reported, and some it looks for. */
export const SQLSTATE = {
  cannotConnect: '08001',
  connectionLost: '08006',
  /** Nobody can tell whether what was asked for has happened. */
  noAnswer: '08007',
  protocolViolation: '08P01',
  notSupported: '0A000',
  badText: '22021',
  wrongPassword: '28P01',
  syntaxError: '42601',
  tooLarge: '54000',
  cancelled: '57014',
  terminated: '57P01',
  internal: 'XX000',
} as const;

const NO_DETAILS = {
  severity: 'ERROR',
  detail: null,
  hint: null,
  position: null,
  where: null,
  schema: null,
  table: null,
  column: null,
  constraint: null,
};

/** The one error class of this package. Its message is what the server said, or one sentence that says what to do. */
export class QueryError extends Error implements QueryErrorFields {
  override readonly name = 'QueryError';
  readonly code: string;
  readonly severity: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly position: number | null;
  readonly where: string | null;
  readonly schema: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;

  constructor(
    fields: Pick<QueryErrorFields, 'message' | 'code'> & Partial<QueryErrorFields>,
    options?: { cause?: unknown },
  ) {
    super(fields.message, options);
    const all = { ...NO_DETAILS, ...fields };
    this.code = all.code;
    this.severity = all.severity;
    this.detail = all.detail;
    this.hint = all.hint;
    this.position = all.position;
    this.where = all.where;
    this.schema = all.schema;
    this.table = all.table;
    this.column = all.column;
    this.constraint = all.constraint;
  }

  /** The error as plain data, without stack and cause. */
  toJSON(): QueryErrorFields {
    const { message, code, severity, detail, hint, position, where, schema, table, column, constraint } =
      this;
    return { message, code, severity, detail, hint, position, where, schema, table, column, constraint };
  }
}
