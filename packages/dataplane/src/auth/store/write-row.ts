import { quoteIdent } from '@basalt/sql';
import type { Executor } from './run-transaction.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Inserts one row of a table of schema `auth` and returns it whole. Objects are stored as JSON. */
export async function insertRow<Row extends object>(
  db: Executor,
  table: string,
  columns: Columns,
): Promise<Row> {
  const names = Object.keys(columns);
  const places = names.map((_, index) => `$${index + 1}`);
  const rows = await db.query<Row>(
    `insert into auth.${quoteIdent(table)} (${names.map(quoteIdent).join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(columns).map(parameter),
  );
  return rows[0] as Row;
}

/** Changes the row with this id and returns it; null when it is gone. */
export async function updateRow<Row extends object>(
  db: Executor,
  table: string,
  id: string | number,
  changes: Columns,
): Promise<Row | null> {
  const names = Object.keys(changes);
  const sets = names.map((name, index) => `${quoteIdent(name)} = $${index + 2}`);
  const rows = await db.query<Row>(
    `update auth.${quoteIdent(table)} set ${sets.join(', ')} where id = $1 returning *`,
    [id, ...Object.values(changes).map(parameter)],
  );
  return rows[0] ?? null;
}

function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** A time as this service's connections read it: `2026-01-31 23:59:59.123456+00`, `infinity` or nothing. */
export type TimeText = string | null;

/** Milliseconds since 1970; NaN when there is no time. `infinity` compares greater than everything. */
export function instant(text: TimeText): number {
  if (text === null || text === '') return Number.NaN;
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  return Date.parse(isoTime(text));
}

/** The same time as clients read it: `2026-01-31T23:59:59.123456Z`. Columns without a time zone hold UTC. */
export function isoTime(text: string): string {
  if (text.endsWith('infinity')) return text;
  return `${text.replace(' ', 'T').replace(/(Z|[+-]\d\d(:?\d\d)?)$/, '')}Z`;
}
