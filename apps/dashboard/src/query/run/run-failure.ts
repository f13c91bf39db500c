import type { SqlErrorBody } from '@basalt/contract';
import { formatSqlError } from '@basalt/sql';
import type { ApiError } from '../../api/api-error.ts';
import type { RunRequest } from './run-request.ts';

/** Why a run failed: the database refused the SQL, the call itself failed, or the answer broke off. */
export type RunFailure =
  | { kind: 'sql'; error: SqlErrorBody }
  | { kind: 'request'; error: ApiError }
  | { kind: 'lost' };

/** A failure as the box under the editor shows it. `line` counts from 1 in the editor; `code` is the database's. */
export interface FailureText {
  title: string;
  lines: readonly string[];
  line: number | null;
  code: string | null;
}

const DEFAULT_TITLE = 'Error running SQL query';
const LOST = [
  'The connection broke before the answer was complete.',
  'Whether the statement took effect is not known: look at the data before you run it again.',
];

/** Words and place of a failure. */
export function failureText(failure: RunFailure, request: RunRequest): FailureText {
  if (failure.kind === 'lost') return { title: DEFAULT_TITLE, lines: LOST, line: null, code: null };
  if (failure.kind === 'request') {
    const { message, requestId, status } = failure.error;
    const id = requestId !== null && status >= 500 ? [`Request id: ${requestId}`] : [];
    return { title: DEFAULT_TITLE, lines: [message, ...id], line: null, code: null };
  }
  return sqlFailureText(failure.error, request);
}

/** The part that was run is moved to its place in the editor, so that every line number is the editor's. */
function sqlFailureText(error: SqlErrorBody, request: RunRequest): FailureText {
  const above = '\n'.repeat(request.firstLine - 1);
  const position = error.position === null ? null : error.position + above.length;
  const written = withoutLimit(request);
  // Code points, as the database counts; one behind the last is still the reader's own text.
  const isInLimit =
    request.limit !== null && error.position !== null && error.position > [...written].length + 1;
  const { code } = error;
  const text = {
    ...formatSqlError({ ...error, position }, above + (isInLimit ? request.sql : written)),
    code,
  };
  if (!isInLimit) return text;
  const note = `The row limit of the editor added “limit ${request.limit}” to the end of this query.`;
  return { ...text, lines: [...text.lines, note] };
}

/** The text without the limit that was appended for the reader, who never wrote it. */
export function withoutLimit({ sql, limit }: Pick<RunRequest, 'sql' | 'limit'>): string {
  return limit === null ? sql : sql.slice(0, sql.length - ` limit ${limit};`.length);
}
