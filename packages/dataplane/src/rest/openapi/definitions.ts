import {
  type Column,
  type Relation,
  type Relationship,
  relationKey,
  type SchemaCache,
} from '../schema-cache/schema-cache.ts';
import { type Json, type JsonObject, objectOf } from './open-api.ts';

/** A relation as a JSON object: its columns, which of them it needs, and their keys as notes that tools read. */
export function buildDefinition(cache: SchemaCache, relation: Relation): JsonObject {
  const columns = [...relation.columns.values()];
  const required = columns.filter((column) => !column.nullable).map(({ name }) => name);
  const keys = foreignKeys(cache, relation);
  return {
    ...(relation.comment === null ? {} : { description: relation.comment }),
    ...(required.length > 0 ? { required } : {}),
    properties: objectOf(
      columns.map((column) => {
        const notes = [
          ...(relation.primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
          ...(keys.get(column.name) ?? []),
        ];
        return [column.name, columnSchema(column, notes)];
      }),
    ),
    type: 'object',
  };
}

function columnSchema(column: Column, notes: readonly string[]): JsonObject {
  const note = notes.length > 0 ? `Note:\n${notes.join('\n')}` : '';
  const description = [column.comment ?? '', note].filter((part) => part !== '').join('\n\n');
  return {
    ...valueSchema(column.baseType),
    ...(description === '' ? {} : { description }),
    default: defaultValue(column),
    ...(column.enumValues.length > 0 ? { enum: column.enumValues } : {}),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
  };
}

type Key = Extract<Relationship, { kind: 'key' }>;

/** Notes by column, for foreign keys of one column. To a table where there is one, else to a view over it. */
function foreignKeys(cache: SchemaCache, relation: Relation): ReadonlyMap<string, readonly string[]> {
  const keys = (cache.relationships.get(relationKey(relation)) ?? []).filter(
    (relationship): relationship is Key => relationship.kind === 'key' && isForward(relationship),
  );
  const notes = new Map<string, Map<string, string>>();
  for (const { columns, constraint, target } of keys) {
    const [pair, ...others] = columns;
    if (!pair || others.length > 0) continue;
    const ofColumn = notes.get(pair.origin) ?? new Map<string, string>();
    notes.set(pair.origin, ofColumn);
    const note = `This is a Foreign Key to \`${target.name}.${pair.target}\`.<fk table='${target.name}' column='${pair.target}'/>`;
    // The table of a key stands before the views that show it.
    if (!ofColumn.has(constraint)) ofColumn.set(constraint, note);
  }
  return new Map([...notes].map(([column, ofColumn]) => [column, [...ofColumn.values()]]));
}

function isForward({ forward, cardinality }: Key): boolean {
  return forward ?? cardinality === 'm2o';
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['real', 'number'],
  ['double precision', 'number'],
  ['numeric', 'number'],
  ['boolean', 'boolean'],
]);
const INTEGERS: ReadonlyMap<string, string> = new Map([
  ['smallint', 'int32'],
  ['integer', 'int32'],
  ['bigint', 'int64'],
]);
// Any JSON value: no type at all.
const ANYTHING: ReadonlySet<string> = new Set(['json', 'jsonb']);

/** Type and format of a database type, by its name. */
export function valueSchema(type: string): JsonObject {
  if (type.endsWith('[]'))
    return { format: type, type: 'array', items: typeOf(type.replace(/(?:\[\])+$/, '')) };
  return { format: formatOf(type), ...typeOf(type) };
}

/** Whole numbers have the formats of OpenAPI; everything else is called as in the database. */
export function formatOf(type: string): string {
  return INTEGERS.get(type) ?? type;
}

function typeOf(name: string): { type?: string } {
  if (ANYTHING.has(name)) return {};
  return { type: TYPES.get(name) ?? 'string' };
}

/** The default of a column as a value of its JSON type, undefined when it has none or only an expression of another type. */
export function defaultValue({ default: expression, baseType }: Column): Json | undefined {
  if (expression === null) return undefined;
  const type = typeOf(baseType).type;
  // `'it''s'::text`: the constant itself. What else a text column takes is shown as the expression it is.
  const constant = /^'((?:[^']|'')*)'(?:::.+)?$/s.exec(expression)?.[1]?.replaceAll("''", "'");
  if (type === 'string' && !baseType.endsWith('[]')) return constant ?? expression;
  return parseAs(type, constant ?? expression);
}

function parseAs(type: string | undefined, text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    if (type === undefined) return value;
    const matches = type === 'integer' ? Number.isInteger(value) : typeof value === type;
    return matches ? value : undefined;
  } catch {
    return undefined;
  }
}
