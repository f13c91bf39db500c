import { MAX_SQL_BYTES } from '@basalt/contract';
import { applyAutoLimit } from '@basalt/sql';
import type { RunRequest } from './run-request.ts';

/** What Run would do with a text: send it, or not, and why. */
export type PreparedRun =
  | { kind: 'ready'; request: RunRequest }
  | { kind: 'empty' }
  | { kind: 'too-large'; message: string };

/** Reading all of a longer text for the limit's sake would stop the page; the server cuts long results anyway. */
const LIMITED_LENGTH = 200_000;

/** How a text is to be run; what is left out is: with writing, without parameters, not confirmed. */
type RunOptions = Partial<Pick<RunRequest, 'readOnly' | 'parameters' | 'confirmed'>>;

/** Adds the row limit (-1 is none) where it applies. Empty SQL is not run. */
export function prepareRun(
  text: { sql: string; firstLine: number },
  rowLimit: number,
  options: RunOptions = {},
): PreparedRun {
  if (text.sql.trim() === '') return { kind: 'empty' };
  const { sql, limited } = mayTakeLimit(text.sql)
    ? applyAutoLimit(text.sql, rowLimit)
    : { sql: text.sql, limited: false };
  const bytes = new TextEncoder().encode(sql).length;
  if (bytes > MAX_SQL_BYTES) return { kind: 'too-large', message: tooLarge(bytes) };
  const { readOnly = false, parameters = [], confirmed = false } = options;
  const limit = limited ? rowLimit : null;
  return {
    kind: 'ready',
    request: { sql, firstLine: text.firstLine, limit, readOnly, parameters, confirmed },
  };
}

function tooLarge(bytes: number): string {
  const megabytes = (n: number) => (n / 1024 / 1024).toFixed(1).replace('.0', '');
  return `This is ${megabytes(bytes)} MB of SQL; one run takes at most ${megabytes(MAX_SQL_BYTES)} MB. Select a part of it, or load it with psql.`;
}

/** Only a SELECT gets a limit; seeing that first spares large scripts the close look. */
function mayTakeLimit(sql: string): boolean {
  return sql.length <= LIMITED_LENGTH && /^\s*select\b/i.test(sql);
}
