import type { QueryEvent } from '@basalt/contract';
import { type ConnectionTarget, type JsonValue, QueryError, runReadOnlyQuery } from '@basalt/postgres';
import { toSqlError } from './query-events.ts';

const BATCH = 500;

/** One statement of someone who may only read, told in the same events as a script. */
export async function* readOnlyEvents(
  target: ConnectionTarget,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<QueryEvent> {
  const started = performance.now();
  yield { type: 'started' };
  try {
    const { rows, fields, command, rowCount } = await runReadOnlyQuery(target, query, [], { signal });
    const names = fields.map((field) => field.name);
    if (names.length > 0)
      yield { type: 'fields', result: 0, fields: names.map((name) => ({ name, type: '' })) };
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).map((row) => names.map((name) => toText(row[name] ?? null)));
      yield { type: 'rows', result: 0, rows: batch };
    }
    yield { type: 'complete', result: 0, command, rowCount, truncated: false };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    yield { type: 'error', error: toSqlError(error) };
  }
  yield { type: 'done', milliseconds: Math.round(performance.now() - started) };
}

function toText(value: JsonValue): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
