import type { TableObject } from '../shared/objects.ts';

/** A column as the diagram draws it. */
export interface DiagramColumn {
  name: string;
  type: string;
  isPrimary: boolean;
  /** Part of a foreign key of its table. */
  isForeign: boolean;
  isNullable: boolean;
  isUnique: boolean;
  isIdentity: boolean;
  isGenerated: boolean;
}

export interface DiagramTable {
  /** {@link tableKey}: it stays the same when the database is restored or upgraded, unlike the oid. */
  key: string;
  /** The oid; null for a table of another schema, of which no more than its name and the columns in keys is drawn. */
  id: number | null;
  schema: string;
  name: string;
  comment: string | null;
  rlsEnabled: boolean;
  columns: readonly DiagramColumn[];
}

/** A pair of columns of a foreign key. */
export interface DiagramLink {
  id: string;
  constraint: string;
  /** Key and column of the table that refers, and of the one that is referred to. */
  source: string;
  sourceColumn: string;
  target: string;
  targetColumn: string;
  onDelete: string;
  /** Of each row there is at most one that refers to it. */
  isOneToOne: boolean;
}

export interface Diagram {
  tables: readonly DiagramTable[];
  links: readonly DiagramLink[];
}

const ACTIONS: Readonly<Record<string, string>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

/** Names hold any character, so their parts are written as JSON. */
export const tableKey = (schema: string, name: string) => JSON.stringify([schema, name]);

/** What is drawn of the tables of one schema: them, the tables of other schemas that they are linked with, and the keys between. */
export function diagramOf(tables: readonly TableObject[]): Diagram {
  const drawn = new Map<string, DiagramTable>();
  const links = new Map<string, DiagramLink>();
  for (const table of tables) drawn.set(tableKey(table.schema, table.name), ownTable(table));
  for (const link of tables.flatMap((table) => table.relationships)) {
    const source = tableKey(link.source_schema, link.source_table_name);
    const target = tableKey(link.target_table_schema, link.target_table_name);
    const id = JSON.stringify([link.id, link.source_column_name]);
    // Both tables of a key tell of it.
    if (links.has(id)) continue;
    addColumn(drawn, source, link.source_schema, link.source_table_name, link.source_column_name, true);
    addColumn(
      drawn,
      target,
      link.target_table_schema,
      link.target_table_name,
      link.target_column_name,
      false,
    );
    const column = drawn.get(source)?.columns.find(({ name }) => name === link.source_column_name);
    links.set(id, {
      id,
      constraint: link.constraint_name,
      source,
      sourceColumn: link.source_column_name,
      target,
      targetColumn: link.target_column_name,
      onDelete: ACTIONS[link.deletion_action] ?? 'no action',
      isOneToOne: column?.isUnique === true || isLoneKey(drawn.get(source), link.source_column_name),
    });
  }
  return { tables: [...drawn.values()], links: [...links.values()] };
}

/** The tables that a table has keys with, and itself. */
export function neighbours(links: readonly DiagramLink[], key: string): ReadonlySet<string> {
  const found = new Set([key]);
  for (const { source, target } of links) {
    if (source === key) found.add(target);
    if (target === key) found.add(source);
  }
  return found;
}

function ownTable(table: TableObject): DiagramTable {
  const primary = new Set(table.primary_keys.map(({ name }) => name));
  const foreign = new Set(
    table.relationships
      .filter((link) => link.source_schema === table.schema && link.source_table_name === table.name)
      .map((link) => link.source_column_name),
  );
  return {
    key: tableKey(table.schema, table.name),
    id: table.id,
    schema: table.schema,
    name: table.name,
    comment: table.comment,
    rlsEnabled: table.rls_enabled,
    columns: (table.columns ?? []).map((column) => ({
      name: column.name,
      type: column.format,
      isPrimary: primary.has(column.name),
      isForeign: foreign.has(column.name),
      isNullable: column.is_nullable,
      isUnique: column.is_unique,
      isIdentity: column.is_identity,
      isGenerated: column.is_generated,
    })),
  };
}

/** Adds a column that a key names, where its table belongs to another schema and has not been told of. */
function addColumn(
  drawn: Map<string, DiagramTable>,
  key: string,
  schema: string,
  name: string,
  column: string,
  isForeign: boolean,
): void {
  const table = drawn.get(key) ?? {
    key,
    id: null,
    schema,
    name,
    comment: null,
    rlsEnabled: false,
    columns: [],
  };
  if (table.id !== null || table.columns.some((each) => each.name === column)) {
    drawn.set(key, table);
    return;
  }
  const added = {
    name: column,
    type: '',
    isPrimary: false,
    isForeign,
    isNullable: false,
    isUnique: false,
    isIdentity: false,
    isGenerated: false,
  };
  drawn.set(key, { ...table, columns: [...table.columns, added] });
}

function isLoneKey(table: DiagramTable | undefined, column: string): boolean {
  const keys = table?.columns.filter(({ isPrimary }) => isPrimary) ?? [];
  return keys.length === 1 && keys[0]?.name === column;
}
