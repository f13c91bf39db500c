import type { DesignColumn, KeyAction, TableDesign } from '@basalt/sql/definitions';

/** A column in the form. Others refer to it by its key, so that it can be renamed. */
export interface DraftColumn extends DesignColumn {
  key: string;
}

export interface DraftForeignKey {
  key: string;
  id: number | null;
  name: string | null;
  /** Keys of columns and the names of those they point at. */
  pairs: { column: string; referenced: string }[];
  referenced_schema: string;
  referenced_table: string;
  deletion_action: KeyAction;
  update_action: KeyAction;
}

export interface DraftUnique {
  key: string;
  id: number | null;
  name: string | null;
  /** Keys of columns; empty where none is chosen yet. */
  columns: string[];
  nulls_not_distinct: boolean;
}

export interface DraftCheck {
  key: string;
  id: number | null;
  name: string | null;
  expression: string;
}

/** A table while it is drawn. Empty texts stand for nothing. */
export interface Draft {
  schema: string;
  name: string;
  comment: string | null;
  rls_enabled: boolean;
  is_realtime: boolean;
  columns: DraftColumn[];
  /** Keys of columns, in the order of the primary key. */
  primaryKey: string[];
  uniques: DraftUnique[];
  foreignKeys: DraftForeignKey[];
  checks: DraftCheck[];
}

let lastKey = 0;
/** A name for a row of the form, different from all others. */
export function newKey(): string {
  lastKey += 1;
  return `row-${lastKey}`;
}

export function emptyColumn(name = ''): DraftColumn {
  return {
    key: newKey(),
    number: null,
    name,
    type: 'text',
    is_nullable: true,
    default_value: null,
    identity: null,
    generated: null,
    is_unique: false,
    check: null,
    comment: null,
  };
}

/** What a new table begins with: a number for each row, and when it was made. */
export function newTable(schema: string): Draft {
  const id: DraftColumn = {
    ...emptyColumn('id'),
    type: 'bigint',
    identity: 'by default',
    is_nullable: false,
  };
  const made: DraftColumn = {
    ...emptyColumn('created_at'),
    type: 'timestamp with time zone',
    default_value: 'now()',
    is_nullable: false,
  };
  return {
    schema,
    name: '',
    comment: null,
    rls_enabled: true,
    is_realtime: false,
    columns: [id, made],
    primaryKey: [id.key],
    uniques: [],
    foreignKeys: [],
    checks: [],
  };
}

export function emptyForeignKey({ columns }: Draft): DraftForeignKey {
  return {
    key: newKey(),
    id: null,
    name: null,
    pairs: [{ column: columns[0]?.key ?? '', referenced: 'id' }],
    referenced_schema: 'public',
    referenced_table: '',
    deletion_action: 'a',
    update_action: 'a',
  };
}

/** One that waits for its columns. */
export function emptyUnique(): DraftUnique {
  return { key: newKey(), id: null, name: null, columns: ['', ''], nulls_not_distinct: false };
}

export function toDraft(design: TableDesign): Draft {
  const { primary_key, unique_constraints, foreign_keys, checks, ...table } = design;
  const columns = table.columns.map((column) => ({ ...column, key: newKey() }));
  const keyOf = (name: string) => columns.find((column) => column.name === name)?.key ?? '';
  return {
    ...table,
    columns,
    primaryKey: primary_key.map(keyOf),
    uniques: unique_constraints.map((unique) => ({
      ...unique,
      key: newKey(),
      columns: unique.columns.map(keyOf),
    })),
    foreignKeys: foreign_keys.map(({ columns: own, referenced_columns, ...key }) => ({
      ...key,
      key: newKey(),
      pairs: own.map((name, index) => ({ column: keyOf(name), referenced: referenced_columns[index] ?? '' })),
    })),
    checks: checks.map((check) => ({ ...check, key: newKey() })),
  };
}

export function toDesign(draft: Draft): TableDesign {
  const { primaryKey, uniques, foreignKeys, checks, columns, ...table } = draft;
  const nameOf = (key: string) => columns.find((column) => column.key === key)?.name ?? '';
  return {
    ...table,
    comment: orNull(table.comment),
    columns: columns.map(({ key: _, ...column }) => ({
      ...column,
      type: column.type.trim(),
      default_value: orNull(column.default_value),
      generated: orNull(column.generated),
      check: orNull(column.check),
      comment: orNull(column.comment),
    })),
    primary_key: primaryKey.map(nameOf),
    unique_constraints: uniques.map(({ key: _, ...unique }) => ({
      ...unique,
      name: orNull(unique.name),
      columns: unique.columns.map(nameOf),
    })),
    foreign_keys: foreignKeys.map(({ key: _, pairs, ...key }) => ({
      ...key,
      name: orNull(key.name),
      columns: pairs.map(({ column }) => nameOf(column)),
      referenced_columns: pairs.map(({ referenced }) => referenced),
    })),
    checks: checks.map(({ key: _, ...check }) => ({ ...check, name: orNull(check.name) })),
  };
}

function orNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

/** A draft without one of its columns, and without what was made of it. */
export function withoutColumn(draft: Draft, key: string): Draft {
  return {
    ...draft,
    columns: draft.columns.filter((column) => column.key !== key),
    primaryKey: draft.primaryKey.filter((one) => one !== key),
    uniques: draft.uniques.filter(({ columns }) => !columns.includes(key)),
    foreignKeys: draft.foreignKeys.filter(({ pairs }) => pairs.every(({ column }) => column !== key)),
  };
}

/** The column one place further up or down. */
export function movedColumn(draft: Draft, key: string, by: -1 | 1): Draft {
  const columns = [...draft.columns];
  const from = columns.findIndex((column) => column.key === key);
  const [column] = columns.splice(from, 1);
  const to = Math.min(Math.max(from + by, 0), columns.length);
  if (column !== undefined) columns.splice(to, 0, column);
  return { ...draft, columns };
}

/** Columns of a primary key are never null. */
export function withPrimary(draft: Draft, key: string, isPrimary: boolean): Draft {
  const others = draft.primaryKey.filter((one) => one !== key);
  return {
    ...draft,
    primaryKey: isPrimary ? [...others, key] : others,
    columns: draft.columns.map((column) =>
      column.key === key && isPrimary ? { ...column, is_nullable: false } : column,
    ),
  };
}

export function withColumn(draft: Draft, key: string, change: Partial<DraftColumn>): Draft {
  return {
    ...draft,
    columns: draft.columns.map((column) => (column.key === key ? fitting({ ...column, ...change }) : column)),
  };
}

/** An identity is never null and has no default, and so has what is generated. */
function fitting(column: DraftColumn): DraftColumn {
  if (column.identity !== null)
    return { ...column, is_nullable: false, default_value: null, generated: null };
  if ((column.generated ?? '').trim() !== '') return { ...column, default_value: null };
  return column;
}
