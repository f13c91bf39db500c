import {
  type ColumnRights,
  type ColumnRow,
  createPace,
  type RelationRow,
  type RoleRights,
} from '@basalt/postgres/catalog';
import { quoteIdent } from '@basalt/sql';
import { type NamedDirective, readDirective, type TableDirective } from '../database/directives.ts';
import type { Database } from '../database/load-database.ts';
import {
  type ApiColumn,
  type ApiTable,
  DERIVED_TYPES,
  type KeyColumn,
  type TableField,
} from './api-schema.ts';
import { columnName, isLegal, isShown, lowerFirst, typeName } from './names.ts';
import { SCALARS, type ValueTypes } from './value-types.ts';

/** What the comment on a schema says, and that the role may use it. */
export interface OpenSchema {
  readonly inflects: boolean;
  readonly shown: boolean;
  readonly maxRows: number;
}

/** A table with what is found out about it later. */
export interface TableDraft extends ApiTable {
  readonly row: RelationRow;
  readonly directive: TableDirective;
  readonly inflects: boolean;
  readonly rowSecurity: boolean;
  /** Names of all columns that can be read, those without a form in the API too. */
  readonly readable: ReadonlyMap<number, ColumnRow>;
  readonly more: TableField[];
  readonly names: string[];
}

const RESERVED: readonly string[] = [
  'Query',
  'Mutation',
  'Node',
  'PageInfo',
  'FilterIs',
  'OrderByDirection',
  'Subscription',
];

/** The tables and views that the role sees, in the order of the path. @throws {CommentDirectiveError} */
export async function buildTables(
  { catalog, path }: Database,
  rights: RoleRights,
  schemas: ReadonlyMap<string, OpenSchema>,
  types: ValueTypes,
): Promise<Map<number, TableDraft>> {
  const pace = createPace();
  const traits = new Map(catalog.traits.map((row) => [row.table, row]));
  const allowed = new Map(rights.relations.map(([oid, ...more]) => [oid, more]));
  const taken = new Set<string>([...RESERVED, ...SCALARS, ...SCALARS.map((name) => `${name}Filter`)]);
  for (const { name } of types.enums.values()) taken.add(name).add(`${name}Filter`);
  const drafts = new Map<number, TableDraft>();
  const place = new Map(path.map((schema, index) => [schema, index]));
  const rows = [...catalog.relations].sort((a, b) => (place.get(a.schema) ?? 0) - (place.get(b.schema) ?? 0));
  for (const row of rows) {
    if (pace.isDue()) await pace.rest();
    const open = schemas.get(row.schema);
    const [select, insert, update, remove, readsAll] = allowed.get(row.oid) ?? [];
    if (open === undefined || select === undefined || select === false) continue;
    const { madeColumns = [], rowSecurity = false } = traits.get(row.oid) ?? {};
    const directive = readDirective('table', row.comment, `the table ${row.name}`);
    const type = directive.name ?? typeName(row.name, open.inflects);
    const derived = DERIVED_TYPES.map((suffix) => `${type}${suffix}`);
    if (!isLegal(type) || derived.some((name) => taken.has(name))) continue;
    const columns = row.columns.flatMap((column) => buildColumn(row, column, open, types));
    const readable = new Map(
      row.columns.filter(({ number }) => allows(select, number)).map((column) => [column.number, column]),
    );
    const seen = columns.filter(({ number }) => readable.has(number));
    const key = keyOf(row, directive);
    if (key === null || seen.length === 0) continue;
    for (const name of derived) taken.add(name);
    const made = new Set(madeColumns);
    const writable = (granted: ColumnRights | undefined) =>
      row.kind === 'm'
        ? []
        : columns.filter(({ number }) => allows(granted ?? false, number) && !made.has(number));
    drafts.set(
      row.oid,
      withFields({
        schema: row.schema,
        name: row.name,
        sql: `${quoteIdent(row.schema)}.${quoteIdent(row.name)}`,
        type,
        field: lowerFirst(type),
        description: directive.description ?? null,
        shown: open.shown && isShown(type),
        columns: seen,
        key: key.every(({ number }) => readable.has(number))
          ? key.map((column) => keyColumn(column, seen, types))
          : [],
        insertColumns: writable(insert),
        updateColumns: writable(update),
        canDelete: remove === true && row.kind !== 'm',
        readsAll: readsAll === true,
        maxRows: directive.max_rows ?? open.maxRows,
        totalCount: directive.totalCount?.enabled ?? false,
        aggregate: directive.aggregate?.enabled ?? false,
        row,
        directive,
        inflects: open.inflects,
        rowSecurity,
        readable,
        more: [],
        names: [],
      }),
    );
  }
  return drafts;
}

/** The fields of its type are put together when they are first asked for: by then keys and functions are known. */
function withFields(draft: Omit<TableDraft, 'fields'>): TableDraft {
  let fields: Map<string, TableField> | null = null;
  return {
    ...draft,
    get fields() {
      if (fields !== null) return fields;
      fields = new Map();
      if (draft.key.length > 0) fields.set('nodeId', { kind: 'nodeId' });
      for (const column of draft.columns) fields.set(column.field, { kind: 'column', column });
      for (const [index, field] of draft.more.entries()) fields.set(draft.names[index] ?? '', field);
      return fields;
    },
  };
}

function buildColumn(
  table: RelationRow,
  column: ColumnRow,
  { inflects }: OpenSchema,
  types: ValueTypes,
): ApiColumn[] {
  const place = `the column ${table.name}.${column.name}`;
  const directive: NamedDirective = readDirective('named', column.comment, place);
  const field = directive.name ?? columnName(column.name, inflects);
  const type = types.find(column.type, column);
  if (type === null || !isLegal(field)) return [];
  const { number, name, notNull } = column;
  return [
    { number, name, field, type, notNull, description: directive.description ?? null, shown: isShown(field) },
  ];
}

/** The columns of the primary key, as the comment has it or the table. Null without one. */
function keyOf(row: RelationRow, directive: TableDirective): ColumnRow[] | null {
  const numbers =
    directive.primary_key_columns?.map(
      (name) => row.columns.find((column) => column.name === name)?.number ?? 0,
    ) ?? row.primaryKey;
  if (numbers === null || numbers.length === 0) return null;
  const columns = numbers.flatMap((number) => row.columns.find((column) => column.number === number) ?? []);
  return columns.length === numbers.length ? columns : null;
}

function keyColumn(row: ColumnRow, seen: readonly ApiColumn[], types: ValueTypes): KeyColumn {
  const column = seen.find(({ number }) => number === row.number) ?? null;
  const typeSql = column?.type.sql ?? row.format ?? types.row(row.type)?.name ?? 'text';
  return { name: row.name, typeSql, column };
}

function allows(rights: ColumnRights, column: number): boolean {
  return typeof rights === 'boolean' ? rights : rights.includes(column);
}
