import type { Pace } from '@basalt/postgres/catalog';
import { relationKey } from '../../rest/schema-cache/schema-cache.ts';
import { type KeyDirective, readDirective } from '../database/directives.ts';
import type { DatabaseCatalog } from '../database/load-database.ts';
import type { ApiRelation } from './api-schema.ts';
import type { TableDraft } from './build-tables.ts';
import { isLegal, nameByColumn } from './names.ts';

interface Key extends KeyDirective {
  from: TableDraft;
  to: TableDraft;
  /** Names in the database, those of both tables in the same order. */
  columns: string[];
  referenced: string[];
}

/** Adds what keys lead to: first from those that have them, then back. @throws {CommentDirectiveError} */
export async function buildRelations(
  catalog: DatabaseCatalog,
  drafts: ReadonlyMap<number, TableDraft>,
  pace: Pace,
): Promise<void> {
  const unique = new Map<number, (readonly number[])[]>();
  for (const { table, columns } of catalog.uniqueIndexes)
    unique.set(table, [...(unique.get(table) ?? []), columns]);
  const keys: Key[] = [];
  for (const found of [keysOfTables(catalog, drafts), keysOfComments(drafts)])
    for (const key of found) {
      keys.push(key);
      add(key.from, forward(key));
      if (pace.isDue()) await pace.rest();
    }
  for (const key of keys) {
    add(key.to, inverse(key, unique.get(key.from.row.oid) ?? []));
    if (pace.isDue()) await pace.rest();
  }
}

function add(table: TableDraft, relation: ApiRelation): void {
  if (!isLegal(relation.name)) return;
  // A page needs an order, so it needs a key that can be read.
  if (relation.many && relation.to.key.length === 0) return;
  table.more.push({ kind: 'relation', relation });
  table.names.push(relation.name);
}

function* keysOfTables(
  { keys, keyComments }: DatabaseCatalog,
  drafts: ReadonlyMap<number, TableDraft>,
): Generator<Key> {
  const comments = new Map(keyComments.map((row) => [`${row.table} ${row.constraint}`, row.comment]));
  for (const { constraint, table, referenced, columns, referencedColumns } of keys) {
    const from = drafts.get(table);
    const to = drafts.get(referenced);
    if (from === undefined || to === undefined) continue;
    const here = namesOf(from, columns);
    const there = namesOf(to, referencedColumns);
    if (here === null || there === null) continue;
    const comment = comments.get(`${table} ${constraint}`);
    const directive = readDirective('key', comment, `the constraint ${constraint}`);
    yield { ...directive, from, to, columns: here, referenced: there };
  }
}

/** Null when one of them cannot be read. */
function namesOf({ readable }: TableDraft, numbers: readonly number[]): string[] | null {
  const names = numbers.flatMap((number) => readable.get(number)?.name ?? []);
  return names.length === numbers.length ? names : null;
}

/** Keys that comments on tables and views declare. */
function* keysOfComments(drafts: ReadonlyMap<number, TableDraft>): Generator<Key> {
  const byName = new Map([...drafts.values()].map((draft) => [relationKey(draft), draft]));
  for (const from of drafts.values())
    for (const declared of from.directive.foreign_keys ?? []) {
      const { local_columns: columns, foreign_columns: referenced, foreign_schema, foreign_table } = declared;
      const to = byName.get(relationKey({ schema: foreign_schema, name: foreign_table }));
      if (to === undefined || columns.length === 0 || columns.length !== referenced.length) continue;
      if (!canRead(from, columns) || !canRead(to, referenced)) continue;
      yield { ...declared, from, to, columns, referenced };
    }
}

function canRead({ readable }: TableDraft, names: readonly string[]): boolean {
  return names.every((name) => [...readable.values()].some((column) => column.name === name));
}

function forward(key: Key): ApiRelation {
  const { from, to, columns, referenced } = key;
  const notNull = columns.every((name) => from.row.columns.find((column) => column.name === name)?.notNull);
  return {
    name: key.foreign_name ?? toOneName(columns, from, to),
    to,
    pairs: columns.map((name, index) => ({ from: name, to: referenced[index] ?? '' })),
    many: false,
    // Behind a policy the row may be there and not be seen.
    nonNull: notNull && !to.rowSecurity && to.row.kind === 'r',
  };
}

function inverse(key: Key, uniqueIndexes: readonly (readonly number[])[]): ApiRelation {
  const { from, to, columns, referenced } = key;
  const numbers = new Set(
    from.row.columns.filter(({ name }) => columns.includes(name)).map(({ number }) => number),
  );
  const one = uniqueIndexes.some((index) => index.every((number) => numbers.has(number)));
  return {
    name: key.local_name ?? (one ? toOneName(referenced, to, from) : `${from.field}Collection`),
    to: from,
    pairs: referenced.map((name, index) => ({ from: name, to: columns[index] ?? '' })),
    many: !one,
    nonNull: false,
  };
}

/** By the column that leads there, when there is one that is named so; else by the table. */
function toOneName(columns: readonly string[], { inflects }: TableDraft, to: TableDraft): string {
  const [only, ...more] = columns;
  const byColumn = only === undefined || more.length > 0 ? null : nameByColumn(only, inflects);
  return byColumn ?? to.field;
}
