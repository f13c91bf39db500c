/** How bad PostgreSQL says that something is. */
export const POSTGRES_SEVERITIES = [
  'DEBUG',
  'LOG',
  'INFO',
  'NOTICE',
  'WARNING',
  'ERROR',
  'FATAL',
  'PANIC',
] as const;
export type PostgresSeverity = (typeof POSTGRES_SEVERITIES)[number];

/** One entry of the log of a project's database server. Whoever works in the database decides what stands there. */
export interface PostgresLogEntry {
  /** Milliseconds since 1970; never before the entry above it, and never later than it was read. */
  time: number;
  severity: PostgresSeverity;
  /** With what belongs to it (detail, hint, context), a line each; at most 10,000 characters. */
  message: string;
  /** Of the process that wrote it. */
  pid: number | null;
  /** SQLSTATE, five characters; `00000` where nothing went wrong. */
  code: string | null;
  /** Whom the process worked for; null: it is one of the server itself, or nobody had logged in yet. */
  user: string | null;
  database: string | null;
}
