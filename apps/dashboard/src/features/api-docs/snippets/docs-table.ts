import { exampleValue, kindOf } from './example-value.ts';
import type { Json } from './javascript.ts';

/** A column as far as snippets care. */
export interface DocsColumn {
  name: string;
  /** Short name of its type, such as `int8`. */
  format: string;
  enums: readonly string[];
  /** A row can be written without it. */
  isOptional: boolean;
  /** Rows can be written with it. */
  isWritable: boolean;
  isUnique: boolean;
  isNullable: boolean;
  /** Its values are those of another table. */
  isReference: boolean;
}

/** Rows of another table that come along with the rows of this one. */
export interface DocsEmbed {
  table: string;
  /** The key that leads there, where the table alone leaves that open. */
  hint: string | null;
}

/** A table or view that the Data API serves. */
export interface DocsTable {
  schema: string;
  name: string;
  /** Requests that name no schema mean this one. */
  isDefaultSchema: boolean;
  columns: readonly DocsColumn[];
  /** Of its rows, in the order of the key. */
  primaryKey: readonly string[];
  embed: DocsEmbed | null;
  canSubscribe: boolean;
}

/** Columns by which one row is meant: those of its key, or the first one. */
export function keyColumns({ columns, primaryKey }: DocsTable): DocsColumn[] {
  const key = primaryKey.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  return key.length > 0 ? key : columns.slice(0, 1);
}

const FEW = 4;

/** Columns of a row that is written: those that it needs, and a few others. */
export function writtenColumns(table: DocsTable): DocsColumn[] {
  const writable = table.columns.filter(({ isWritable }) => isWritable);
  const needed = writable.filter(({ isOptional }) => !isOptional);
  const others = writable.filter(
    ({ isOptional, name, isReference }) => isOptional && !isReference && !table.primaryKey.includes(name),
  );
  // What may be null is a person's to fill in; a default usually is not.
  const filled = others.filter(({ isNullable }) => isNullable);
  const more = needed.length + filled.length > 0 ? filled : others;
  const chosen = new Set([...needed, ...more.slice(0, Math.max(0, FEW - needed.length))]);
  return writable.filter((column) => chosen.has(column));
}

/** Columns of which a row is known when it is written again: its key, or one that is unique. Empty: it has none. */
export function conflictColumns(table: DocsTable): DocsColumn[] {
  const key = table.primaryKey.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  if (key.length > 0 && key.every(({ isWritable }) => isWritable)) return key;
  const unique = table.columns.find(({ isUnique, isWritable }) => isUnique && isWritable);
  return unique === undefined ? [] : [unique];
}

/** The column that an update changes: rather none that a key or a reference needs. Null: none can be changed. */
export function changedColumn(table: DocsTable): DocsColumn | null {
  const writable = table.columns.filter(({ isWritable }) => isWritable);
  const key = keyColumns(table);
  const plain = writable.filter((column) => !column.isUnique && !column.isReference && !key.includes(column));
  return plain[0] ?? writable[0] ?? null;
}

/** A column for each kind of condition, as far as there is one. */
export function filterColumns(table: DocsTable) {
  const [key] = keyColumns(table);
  const columns = key === undefined ? table.columns : [key, ...table.columns];
  const scalar = columns.filter(({ format }) => !['json', 'array', 'bytes'].includes(kindOf(format)));
  const ofKind = (...kinds: string[]) =>
    columns.find(({ format, enums }) => enums.length === 0 && kinds.includes(kindOf(format)));
  return {
    list:
      scalar.find(({ format }) => kindOf(format) !== 'other' && kindOf(format) !== 'boolean') ?? scalar[0],
    ordered: ofKind('integer', 'number', 'timestamp', 'date'),
    text: ofKind('text'),
    json: columns.find(({ format }) => format === 'jsonb'),
    array: columns.find(({ format }) => kindOf(format) === 'array' && kindOf(format.slice(1)) !== 'other'),
  };
}

/** A row with example values. */
export function exampleRow(columns: readonly DocsColumn[], which: 0 | 1 = 0): Record<string, Json> {
  return Object.fromEntries(
    columns.map(({ name, format, enums }) => [name, exampleValue(format, enums, which)]),
  );
}

/** The columns that a row which may be there already is written with. Empty: rows cannot be told apart. */
export function upsertColumns(table: DocsTable): DocsColumn[] {
  const conflict = conflictColumns(table);
  if (conflict.length === 0) return [];
  const written = new Set([...conflict, ...writtenColumns(table)]);
  return table.columns.filter((column) => written.has(column));
}

/** What the topics of a table are about, the same in both languages. */
export const TABLE_TEXTS = {
  read: ['A row is there if policies let the caller see it. No error says that others were left out.'],
  filter: ['Conditions stand one beside the other, and all of them must hold.'],
  insert: [
    'Columns that are left out get their defaults. An upsert changes the row that is there already, if there is one.',
  ],
  update: ['Name the rows by a filter: without one, all rows that the caller may change are changed.'],
  remove: ['Name the rows by a filter: without one, all rows that the caller may delete are deleted.'],
  subscribe: [
    'Changes arrive when the table is in the publication supabase_realtime, which is the switch Realtime of the table.',
  ],
} as const;
