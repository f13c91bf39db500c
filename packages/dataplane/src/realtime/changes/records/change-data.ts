import type { RowChange, SentValue } from '@basalt/postgres/replication';
import { LIMITS } from '../../limits.ts';
import type { TableColumn, TableForRole } from '../tables/read-tables.ts';
import { valueJson } from './value-json.ts';

/** Longer values are left out of a change that is too large. */
const SHORT_VALUE_BYTES = 64;

const UNAUTHORIZED = 'Error 401: Unauthorized';
export const NO_PRIMARY_KEY = 'Error 400: Bad Request, no primary key';
const TOO_LARGE = 'Error 413: Payload Too Large';

export interface DataOptions {
  /** Columns that are sent, in the table's order; those that the role may read, and that were asked for. */
  columns: readonly TableColumn[];
  /** Why nothing of the row is sent; null: it is. */
  refusal: string | null;
}

/** What `columns` of `DataOptions` is for somebody. @param select null: all */
export function sentColumns(table: TableForRole, select: readonly string[] | null): TableColumn[] {
  return table.columns.filter(
    ({ name, isReadable }) => isReadable && (select === null || select.includes(name)),
  );
}

/** The `data` of an event as JSON text. Of rows as they were it has the key, and all columns where nothing keeps rows from anybody. */
export function changeData(
  change: RowChange,
  table: TableForRole,
  { columns, refusal }: DataOptions,
): string {
  const { kind, relation, row, old, isOldWhole, committedAt, bytes } = change;
  const errors = refusal !== null ? [refusal] : columns.length === 0 ? [UNAUTHORIZED] : [];
  const isLarge = bytes > LIMITS.changeBytes;
  if (errors.length === 0 && isLarge) errors.push(TOO_LARGE);
  const sent = refusal === null ? columns : [];
  const index = new Map(relation.columns.map(({ name }, at) => [name, at]));
  const record = (values: readonly SentValue[], of: readonly TableColumn[]) =>
    recordJson(values, of, index, isLarge);
  const parts = [
    `"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.name)}`,
    `"type":"${kind}"`,
    `"commit_timestamp":"${new Date(committedAt).toISOString()}"`,
    `"columns":${JSON.stringify(sent.map(({ name, type }) => ({ name, type })))}`,
  ];
  if (row !== null) parts.push(`"record":${record(row, sent)}`);
  if (kind !== 'INSERT') {
    const isWhole = isOldWhole && !table.hasRowSecurity;
    const former = isWhole ? sent : sent.filter(({ isKey }) => isKey);
    parts.push(`"old_record":${record(old ?? row ?? [], former)}`);
  }
  parts.push(`"errors":${errors.length === 0 ? 'null' : JSON.stringify(errors)}`);
  return `{${parts.join(',')}}`;
}

/** Values that were not sent because they are large and did not change are left out. */
function recordJson(
  values: readonly SentValue[],
  columns: readonly TableColumn[],
  index: ReadonlyMap<string, number>,
  isLarge: boolean,
): string {
  const members: string[] = [];
  for (const column of columns) {
    const at = index.get(column.name);
    const value = at === undefined ? undefined : values[at];
    if (value === undefined || (isLarge && value !== null && value.length > SHORT_VALUE_BYTES)) continue;
    members.push(`${JSON.stringify(column.name)}:${value === null ? 'null' : valueJson(value, column)}`);
  }
  return `{${members.join(',')}}`;
}
