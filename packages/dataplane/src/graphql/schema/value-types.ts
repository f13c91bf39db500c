import type { TypeRow } from '@basalt/postgres/catalog';
import { storageType } from '../../rest/compile/sql/cast-type.ts';
import { type EnumDirective, readDirective } from '../database/directives.ts';
import type { DatabaseCatalog } from '../database/load-database.ts';
import { isLegal, isShown, typeName } from './names.ts';

export const SCALARS = [
  'BigFloat',
  'BigInt',
  'Boolean',
  'Cursor',
  'Date',
  'Datetime',
  'Float',
  'ID',
  'Int',
  'JSON',
  'Opaque',
  'String',
  'Time',
  'UUID',
] as const;
export type Scalar = (typeof SCALARS)[number];

export interface ApiEnum {
  readonly name: string;
  /** Whether clients may see it when they read the schema. */
  readonly shown: boolean;
  /** Names of the API with the labels they stand for. */
  readonly values: ReadonlyMap<string, string>;
  readonly mapped: boolean;
}

/** A type of a column, an argument or a result that GraphQL has. */
export interface ValueType {
  readonly scalar: Scalar;
  /** Its values are texts to PostgreSQL; `scalar` does not count. */
  readonly enum: ApiEnum | null;
  readonly isList: boolean;
  /** As SQL, to cast values to: with the modifier of the column. */
  readonly sql: string;
  /** The same of one element. */
  readonly elementSql: string;
  /** Characters, of types that have such a bound. */
  readonly maxLength: number | null;
}

/** Finds the types that a role sees. */
export interface ValueTypes {
  /** @param column with the modifier and the type in full, where there is a column. Null for types that GraphQL has no form for. */
  find(oid: number, column?: { format: string | null; modifier: number }): ValueType | null;
  row(oid: number): TypeRow | undefined;
  readonly enums: ReadonlyMap<number, ApiEnum>;
}

const BY_NAME: Readonly<Record<string, Scalar>> = {
  int2: 'Int',
  int4: 'Int',
  int8: 'BigInt',
  numeric: 'BigFloat',
  float4: 'Float',
  float8: 'Float',
  bool: 'Boolean',
  text: 'String',
  varchar: 'String',
  bpchar: 'String',
  uuid: 'UUID',
  date: 'Date',
  time: 'Time',
  timestamp: 'Datetime',
  timestamptz: 'Datetime',
  json: 'JSON',
  jsonb: 'JSON',
};
/** What stands before the length in a type's modifier. */
const HEADER = 4;

/** The enums among the types of a database that a role may use. @throws {CommentDirectiveError} */
export function findEnums(
  { types, enumComments }: DatabaseCatalog,
  openSchemas: ReadonlyMap<string, { inflects: boolean; shown: boolean }>,
  closedTypes: ReadonlySet<number>,
): ReadonlyMap<number, ApiEnum> {
  const comments = new Map(enumComments.map(({ type, comment }) => [type, comment]));
  const enums = new Map<number, ApiEnum>();
  const taken = new Set<string>();
  for (const { oid, kind, schema, bareName, enumLabels } of types) {
    const open = openSchemas.get(schema);
    if (kind !== 'e' || open === undefined || closedTypes.has(oid)) continue;
    const directive: EnumDirective = readDirective('enum', comments.get(oid), `the type ${bareName}`);
    const name = directive.name ?? typeName(bareName, open.inflects);
    if (!isLegal(name) || taken.has(name)) continue;
    taken.add(name);
    const mappings = new Map(Object.entries(directive.mappings ?? {}));
    const values = new Map((enumLabels ?? []).map((label) => [mappings.get(label) ?? label, label]));
    const shown = open.shown && isShown(name);
    enums.set(oid, { name, shown, values, mapped: mappings.size > 0 });
  }
  return enums;
}

export function createValueTypes(
  { types, arrays }: DatabaseCatalog,
  enums: ReadonlyMap<number, ApiEnum>,
): ValueTypes {
  const rows = new Map(types.map((row) => [row.oid, row]));
  const elements = new Map(arrays.map(({ array, element }) => [array, element]));

  function findElement(row: TypeRow): Pick<ValueType, 'scalar' | 'enum'> | null {
    const found = enums.get(row.oid);
    if (found !== undefined) return { scalar: 'String', enum: found };
    const { kind, schema, bareName } = row;
    if (kind === 'c' || kind === 'p') return null;
    if (kind === 'd') {
      // An array below it has no form either.
      const base = rows.get(row.base);
      return base === undefined || base.isArray || base.kind === 'c'
        ? null
        : { scalar: 'Opaque', enum: null };
    }
    if (bareName === 'citext') return { scalar: 'String', enum: null };
    const known = schema === 'pg_catalog' && Object.hasOwn(BY_NAME, bareName) ? BY_NAME[bareName] : null;
    return { scalar: known ?? 'Opaque', enum: null };
  }

  return {
    enums,
    row: (oid) => rows.get(oid),
    find(oid, column) {
      const row = rows.get(oid);
      const element = row?.isArray ? rows.get(elements.get(oid) ?? 0) : row;
      const found = element === undefined ? null : findElement(element);
      if (row === undefined || element === undefined || found === null) return null;
      const format = column?.format ?? null;
      const sql = storageType(format ?? row.name);
      const hasLength = element.schema === 'pg_catalog' && /^(varchar|bpchar)$/.test(element.bareName);
      const modifier = column?.modifier ?? -1;
      return {
        ...found,
        isList: row.isArray,
        sql,
        elementSql: row.isArray ? sql.replace(/\[\]$/, '') : sql,
        maxLength: hasLength && modifier > HEADER ? modifier - HEADER : null,
      };
    },
  };
}

/** Its name in the API, without list and null. */
export function typeNameOf(type: ValueType): string {
  return type.enum?.name ?? type.scalar;
}
