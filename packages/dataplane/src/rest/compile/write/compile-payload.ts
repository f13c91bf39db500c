import { columnNotFound, invalidBody } from '../../errors/index.ts';
import type { RestBody, RestRequest } from '../../request/rest-request.ts';
import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import { isJsonColumn } from '../condition/compile-operand.ts';
import { storageType } from '../sql/cast-type.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/sql-text.ts';

/** What the compiler has to know of a column, or of a function's argument, to read it from a body. */
export type PayloadColumn = Pick<Column, 'name' | 'type' | 'baseType' | 'representation' | 'default'>;

/** A body whose keys can be used as columns. */
export type KeyedBody = Exclude<RestBody, { kind: 'raw' }>;

interface Payload {
  /** A FROM item with one row for each object of the body. */
  from: string;
  /** The value of a column in it, ready to be stored. */
  value(column: PayloadColumn): string;
}

interface PayloadOptions {
  /** Keys that an object lacks take the column's default in place of null (`missing=default`). */
  fillDefaults: boolean;
  /** Only the first object counts. */
  onlyFirst: boolean;
}

/** The body as rows whose columns have their types already, so that every value is read by its type's own input. */
export function compilePayload(
  body: KeyedBody,
  columns: readonly PayloadColumn[],
  scope: QueryScope,
  { fillDefaults, onlyFirst }: PayloadOptions,
): Payload {
  const isText = body.kind === 'text-values';
  const alias = scope.aliases.next('payload');
  const list = columns.map((column) => `${quoteName(column.name)} ${payloadType(column, isText)}`).join(', ');
  const mark = scope.values.add(body.text);
  const read = (column: PayloadColumn) => stored(column, `${alias}.${quoteName(column.name)}`, isText);
  if (!fillDefaults) {
    const reader = body.shape === 'array' ? 'json_to_recordset' : 'json_to_record';
    const rows = `${reader}(${mark}) as ${alias}(${list})`;
    const from = onlyFirst && body.shape === 'array' ? `(select * from ${rows} limit 1) as ${alias}` : rows;
    return { from, value: read };
  }
  const element = scope.aliases.next('element');
  const elements =
    body.shape === 'array'
      ? `(select value from jsonb_array_elements(${mark}) as given(value)${onlyFirst ? ' limit 1' : ''}) as ${element}`
      : `(select ${mark}::jsonb as value) as ${element}`;
  return {
    from: `${elements}, lateral jsonb_to_record(${element}.value) as ${alias}(${list})`,
    value(column) {
      if (column.default === null) return read(column);
      const present = `jsonb_exists(${element}.value, ${scope.values.add(column.name)})`;
      return `case when ${present} then ${read(column)} else ${column.default} end`;
    },
  };
}

function payloadType(column: PayloadColumn, isText: boolean): string {
  const { representation } = column;
  if (!isText) return representation?.fromJson ? 'json' : storageType(column.type);
  const throughText = representation?.fromText || representation?.fromJson || isJsonColumn(column);
  return throughText ? 'text' : storageType(column.type);
}

function stored(column: PayloadColumn, value: string, isText: boolean): string {
  const { fromJson, fromText } = column.representation ?? { fromJson: null, fromText: null };
  if (!isText) return fromJson ? `${quoteQualified(fromJson)}(${value})` : value;
  if (fromText) return `${quoteQualified(fromText)}(${value})`;
  if (fromJson) return `${quoteQualified(fromJson)}(to_json(${value}))`;
  return isJsonColumn(column) ? `${value}::${storageType(column.type)}` : value;
}

/** The body of a write to a table. @throws {RestError} PGRST102 when it has no keys to speak of */
export function keyedBody({ body }: Pick<RestRequest, 'body'>): KeyedBody {
  if (body === null || body.kind === 'raw' || body.shape === 'other')
    throw invalidBody('Empty or invalid json');
  return body;
}

/** The columns that a body fills: those of `columns=`, else its keys. @throws {RestError} PGRST204 */
export function payloadColumns(
  body: KeyedBody,
  columns: readonly string[] | null,
  relation: Relation,
): Column[] {
  const names = new Set(columns ?? body.keys);
  return [...names].map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw columnNotFound(relation.name, name);
    return column;
  });
}
