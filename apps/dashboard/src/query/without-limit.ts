import type { RunRequest } from './run-request.ts';

/** The text without the limit that was appended for the reader, who never wrote it. */
export function withoutLimit({ sql, limit }: Pick<RunRequest, 'sql' | 'limit'>): string {
  return limit === null ? sql : sql.slice(0, sql.length - ` limit ${limit};`.length);
}
