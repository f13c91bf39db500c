import type { ForeignKeyRow, Pace, UniqueKeyRow } from '@basalt/postgres/catalog';
import type { Relationship } from '../schema-cache.ts';
import { type KnownRelation, namesOf } from './build-relations.ts';
import { type ViewOrigins, waysToCarry } from './view-origins.ts';

export type KeyRelationship = Extract<Relationship, { kind: 'key' }> & { forward: boolean };

interface Bearer {
  known: KnownRelation;
  columns: string[];
}

/**
 * The two directions of every foreign key, between all relations that bear its columns: the tables themselves and the views
 * that show them. One-to-one when the columns of the key are also a primary or unique key.
 */
export async function buildKeyRelationships(
  rows: { foreignKeys: readonly ForeignKeyRow[]; uniqueKeys: readonly UniqueKeyRow[] },
  relations: ReadonlyMap<number, KnownRelation>,
  origins: ReadonlyMap<number, ViewOrigins>,
  pace: Pace,
): Promise<KeyRelationship[]> {
  const bearersOf = bearerFinder(relations, origins);
  const uniqueKeys = new Set(rows.uniqueKeys.map(({ table, columns }) => columnSet(table, columns)));
  const relationships: KeyRelationship[] = [];
  for (const row of rows.foreignKeys) {
    const { table, referenced, columns, referencedColumns } = row;
    const isUnique = uniqueKeys.has(columnSet(table, columns));
    const targets = bearersOf(referenced, referencedColumns);
    for (const origin of bearersOf(table, columns))
      for (const target of targets) relationships.push(...bothWays(row, origin, target, isUnique));
    if (pace.isDue()) await pace.rest();
  }
  return relationships;
}

function bearerFinder(
  relations: ReadonlyMap<number, KnownRelation>,
  origins: ReadonlyMap<number, ViewOrigins>,
): (table: number, columns: readonly number[]) => Bearer[] {
  const viewsOver = new Map<number, { known: KnownRelation; origins: ViewOrigins }[]>();
  for (const [oid, ofView] of origins) {
    const known = relations.get(oid);
    if (!known) continue;
    for (const table of ofView.keys()) {
      const views = viewsOver.get(table) ?? [];
      views.push({ known, origins: ofView });
      viewsOver.set(table, views);
    }
  }
  return (table, columns) => {
    const itself = relations.get(table);
    const views = (viewsOver.get(table) ?? []).flatMap((view) =>
      waysToCarry(view.origins, table, columns).map((way) => ({ known: view.known, way })),
    );
    const bearers = itself ? [{ known: itself, way: columns }, ...views] : views;
    return bearers.map(({ known, way }) => ({ known, columns: namesOf(known.columnNames, way) }));
  };
}

function columnSet(table: number, columns: readonly number[]): string {
  return `${table} ${[...columns].sort((a, b) => a - b).join(' ')}`;
}

function bothWays(
  { constraint }: ForeignKeyRow,
  origin: Bearer,
  target: Bearer,
  isUnique: boolean,
): KeyRelationship[] {
  const isSelf = origin.known === target.known;
  const pairs = origin.columns.map((column, index) => [column, target.columns[index] ?? ''] as const);
  const from = nameOf(origin.known);
  const to = nameOf(target.known);
  return [
    {
      kind: 'key',
      cardinality: isUnique ? 'o2o' : 'm2o',
      origin: from,
      target: to,
      constraint,
      columns: pairs.map(([near, far]) => ({ origin: near, target: far })),
      isSelf,
      forward: true,
    },
    {
      kind: 'key',
      cardinality: isUnique ? 'o2o' : 'o2m',
      origin: to,
      target: from,
      constraint,
      columns: pairs.map(([near, far]) => ({ origin: far, target: near })),
      isSelf,
      forward: false,
    },
  ];
}

function nameOf({ relation: { schema, name } }: KnownRelation): { schema: string; name: string } {
  return { schema, name };
}
