import { MAX_SQL_BYTES } from '@basalt/contract';
import { applyAutoLimit } from '@basalt/sql';
import type { RunRequest } from './run-request.ts';

/** What Run would do with a text: send it, or not, and why. */
export type PreparedRun =
  | { kind: 'ready'; request: RunRequest }
  | { kind: 'empty' }
  | { kind: 'too-large'; message: string };

/** Adds the row limit (-1 is none) where it applies. Empty SQL is not run. */
export function prepareRun(text: { sql: string; firstLine: number }, rowLimit: number): PreparedRun {
  if (text.sql.trim() === '') return { kind: 'empty' };
  const { sql, limited } = applyAutoLimit(text.sql, rowLimit);
  const bytes = new TextEncoder().encode(sql).length;
  if (bytes > MAX_SQL_BYTES) return { kind: 'too-large', message: tooLarge(bytes) };
  return { kind: 'ready', request: { sql, firstLine: text.firstLine, limit: limited ? rowLimit : null } };
}

function tooLarge(bytes: number): string {
  const megabytes = (n: number) => (n / 1024 / 1024).toFixed(1).replace('.0', '');
  return `This is ${megabytes(bytes)} MB of SQL; one run takes at most ${megabytes(MAX_SQL_BYTES)} MB. Select a part of it, or load it with psql.`;
}
