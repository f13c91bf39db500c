import { type ConnectionTarget, controlsTransaction, runQuery, runScript, SQLSTATE } from '@basalt/postgres';
import { placeOf, splitStatements } from '@basalt/sql';
import { PlatformError } from '../kernel/platform-error.ts';

/** Where and why a file of SQL failed. */
export interface SqlFailure {
  message: string;
  /** 1-based, in the file; null: the database does not say. */
  line: number | null;
  /** The beginning of the statement. */
  statement: string | null;
}

const NO_ROWS = { maxRowsPerResult: 0, maxBytes: 0 } as const;
const LONGEST_STATEMENT = 400;
/** Longer texts are not taken apart: that would hold up everybody else. */
const MAX_SPLIT_LENGTH = 1_000_000;
/** What cannot run in a transaction, such as `create index concurrently`. */
const NEEDS_NO_TRANSACTION = '25001';

/**
 * Runs the text of a file and what records that it has run, in one transaction. A text that is wrapped in `begin` and `commit` is too;
 * one that divides transactions itself, or is one statement that cannot be in any, is recorded right afterwards.
 * Null: it has run.
 * @throws PlatformError `unavailable` when the database does not answer: nobody can say of the file then
 */
export async function runRecorded(
  target: ConnectionTarget,
  text: string,
  record: string,
  signal: AbortSignal,
): Promise<SqlFailure | null> {
  const { sql, divides, count } = unwrap(text);
  if (divides) return (await run(target, sql, signal)) ?? recordAlone();
  // A comment to the end of a line must not swallow the rest.
  const failure = await run(target, `${sql}\n;${record}`, signal);
  if (failure?.code !== NEEDS_NO_TRANSACTION || count !== 1) return failure;
  return (await run(target, sql, signal)) ?? recordAlone();

  async function recordAlone(): Promise<null> {
    await runQuery(target, record);
    return null;
  }
}

async function run(
  target: ConnectionTarget,
  sql: string,
  signal: AbortSignal,
): Promise<(SqlFailure & { code: string }) | null> {
  const { error, status } = await runScript(target, sql, { ...NO_ROWS, signal, onEvent: () => {} });
  signal.throwIfAborted();
  if (error === null || status === 'completed') return null;
  if (error.code === SQLSTATE.cannotConnect || error.code === SQLSTATE.connectionLost)
    throw new PlatformError('unavailable', `The database did not answer: ${error.message}.`);
  const statement = sql.length > MAX_SPLIT_LENGTH ? undefined : splitStatements(sql)[error.statement];
  const line =
    error.position === null
      ? statement && sql.slice(0, statement.start).split('\n').length
      : placeOf(sql, error.position)?.line;
  return {
    code: error.code,
    message: [error.message, error.detail, error.hint]
      .filter((each) => each !== null)
      .join(' — ')
      .slice(0, 2_000),
    line: line ?? null,
    statement: statement?.text.slice(0, LONGEST_STATEMENT) ?? null,
  };
}

const BEGIN = /^(begin(\s+(work|transaction))?|start\s+transaction)$/i;
const COMMIT = /^(commit|end)(\s+(work|transaction))?$/i;

/** Without `begin` and `commit` around all of it, places kept. `divides`: it has other words for transactions too. */
function unwrap(text: string): { sql: string; divides: boolean; count: number } {
  if (text.length > MAX_SPLIT_LENGTH) return { sql: text, divides: false, count: 0 };
  const statements = splitStatements(text);
  const first = statements[0];
  const last = statements.at(-1);
  const divides = statements.some(controlsTransaction);
  const within = statements.slice(1, -1);
  if (first === undefined || last === undefined || !divides)
    return { sql: text, divides, count: statements.length };
  if (!BEGIN.test(first.text) || !COMMIT.test(last.text) || within.some(controlsTransaction))
    return { sql: text, divides: true, count: statements.length };
  const blank = ({ start, end }: { start: number; end: number }) => ' '.repeat(end - start);
  const sql = `${text.slice(0, first.start)}${blank(first)}${text.slice(first.end, last.start)}${blank(last)}${text.slice(last.end)}`;
  return { sql, divides: false, count: within.length };
}
