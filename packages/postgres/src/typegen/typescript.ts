import type { ColumnRow, RelationRow } from '../catalog/relations.ts';
import { computedColumns, functionTypes } from './function-types.ts';
import { helperTypes } from './helper-types.ts';
import type { TypedSchemas } from './read-typed-schemas.ts';
import { findRelationships, type Relationship } from './relationships.ts';
import { indent, isTable, property, type TypeText, typeTexts, unionOf } from './type-text.ts';

const JSON_TYPE = `export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]
`;
/** Which abilities of the Data API clients take for granted. */
const PROTOCOL = '14';
const CAN_UPDATE = 4;
const CAN_INSERT = 8;

/**
 * The types of schemas for `@supabase/supabase-js`: `Database`, with the helpers and constants that its users know.
 * @param names of the schemas, in the order in which they are written; those that are not there are empty
 */
export function typescriptOf(schemas: TypedSchemas, names: readonly string[]): string {
  const writer = createWriter(schemas, new Set(names));
  const sorted = [...names].sort();
  const database = [
    'export type Database = {',
    ...indent([
      '__InternalSupabase: {',
      ...indent([`PostgrestVersion: "${PROTOCOL}"`]),
      '}',
      ...sorted.flatMap((name) => [`${property(name)}: {`, ...indent(writer.schema(name)), '}']),
    ]),
    '}',
    '',
  ];
  const constants = [
    'export const Constants = {',
    ...indent(
      sorted.flatMap((name) => [
        `${property(name)}: {`,
        ...indent(group('Enums', writer.enumValues(name), '{}', ',')),
        '},',
      ]),
    ),
    '} as const',
    '',
  ];
  const defaultSchema = names.includes('public') ? 'public' : (sorted[0] ?? 'public');
  return [JSON_TYPE, database.join('\n'), helperTypes(defaultSchema), constants.join('\n')].join('\n');
}

type Members = readonly (readonly [name: string, lines: readonly string[]])[];

/** Members in the order of their names. */
function group(name: string, members: Members, empty: string, end = ''): string[] {
  if (members.length === 0) return [`${name}: ${empty}${end}`];
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.flatMap(([key, [first = '', ...rest]]) => {
    const isUnion = first.startsWith('|');
    const all = isUnion
      ? [`${property(key)}:`, ...indent([first, ...rest])]
      : [`${property(key)}: ${first}`, ...rest];
    return [...all.slice(0, -1), `${all.at(-1)}${end}`];
  });
  return [`${name}: {`, ...indent(lines), `}${end}`];
}

function createWriter(schemas: TypedSchemas, included: ReadonlySet<string>) {
  const textOf = typeTexts(schemas, included);
  const relationships = findRelationships(schemas);
  const rules = new Map(schemas.columnRules.map((rule) => [`${rule.relation}.${rule.number}`, rule.values]));
  const computed = computedColumns(schemas);
  const requiredTypes = new Set(schemas.types.flatMap(({ oid, notNull }) => (notNull ? [oid] : [])));
  const isNullable = ({ notNull, type }: ColumnRow) => !notNull && !requiredTypes.has(type);
  const rowTypes = new Map(
    schemas.types.flatMap(({ oid, relation }) =>
      relation === null ? [] : [[relation.join('\u0000'), oid] as const],
    ),
  );

  const row = (relation: RelationRow) => {
    const columns = relation.columns.map(
      (column) => [column.name, [orNull(textOf(column.type), isNullable(column))]] as const,
    );
    const own = new Set(relation.columns.map(({ name }) => name));
    const rowType = rowTypes.get(`${relation.schema}\u0000${relation.name}`);
    const more = (computed.get(rowType ?? 0) ?? []).filter(({ name }) => !own.has(name));
    return group(
      'Row',
      [...columns, ...more.map(({ name, type }) => [name, [`${textOf(type)} | null`]] as const)],
      EMPTY,
    );
  };

  const written = (relation: RelationRow, name: 'Insert' | 'Update') => {
    const members = relation.columns.map((column) => {
      const rule = rules.get(`${relation.oid}.${column.number}`);
      if (rule === 'always') return [`${column.name}`, 'never', true] as const;
      const isOptional =
        name === 'Update' ||
        isNullable(column) ||
        column.default !== null ||
        rule !== undefined ||
        !isTable(relation.kind);
      return [column.name, orNull(textOf(column.type), isNullable(column)), isOptional] as const;
    });
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    if (sorted.length === 0) return [`${name}: ${EMPTY}`];
    const lines = sorted.map(
      ([key, text, isOptional]) => `${property(key)}${isOptional ? '?' : ''}: ${text}`,
    );
    return [`${name}: {`, ...indent(lines), '}'];
  };

  const relationType = (relation: RelationRow): string[] => [
    '{',
    ...indent([
      ...row(relation),
      ...(isTable(relation.kind) || (relation.writable & CAN_INSERT) !== 0
        ? written(relation, 'Insert')
        : []),
      ...(isTable(relation.kind) || (relation.writable & CAN_UPDATE) !== 0
        ? written(relation, 'Update')
        : []),
      ...relationshipsType(relationships.get(relation.oid) ?? []),
    ]),
    '}',
  ];

  const enumValues = (schema: string): Members =>
    enumsOf(schemas, schema).map(({ bareName, enumLabels }) => [
      bareName,
      [`[${(enumLabels ?? []).map((label) => JSON.stringify(label)).join(', ')}]`],
    ]);

  return {
    enumValues,
    schema: (schema: string): string[] => {
      const relations = schemas.relations.filter((each) => each.schema === schema && !each.isPartition);
      const members = (isWanted: (kind: string) => boolean): Members =>
        relations.filter(({ kind }) => isWanted(kind)).map((each) => [each.name, relationType(each)]);
      return [
        ...group('Tables', members(isTable), NONE),
        ...group(
          'Views',
          members((kind) => !isTable(kind)),
          NONE,
        ),
        ...group('Functions', [...functionTypes(schema, schemas, textOf)], NONE),
        ...group(
          'Enums',
          enumsOf(schemas, schema).map(({ bareName, enumLabels }) => [bareName, [unionOf(enumLabels ?? [])]]),
          NONE,
        ),
        ...group('CompositeTypes', compositeTypes(schema, schemas, textOf), NONE),
      ];
    },
  };
}

const EMPTY = 'Record<never, never>';
const NONE = '{ [_ in never]: never }';

function orNull(text: string, isNullable: boolean): string {
  return isNullable ? `${text} | null` : text;
}

function enumsOf({ types }: TypedSchemas, schema: string) {
  return types.filter((type) => type.kind === 'e' && type.schema === schema);
}

function compositeTypes(schema: string, { types, typeParts }: TypedSchemas, textOf: TypeText): Members {
  const parts = new Map(typeParts.map(({ oid, attributes }) => [oid, attributes]));
  return types
    .filter((type) => type.kind === 'c' && type.relation === null && type.schema === schema)
    .map(({ oid, bareName }) => {
      const attributes = (parts.get(oid) ?? []).map(
        ([name, type]) => `${property(name)}: ${textOf(type)} | null`,
      );
      return [bareName, ['{', ...indent(attributes), '}']];
    });
}

function relationshipsType(relationships: readonly Relationship[]): string[] {
  if (relationships.length === 0) return ['Relationships: []'];
  const items = relationships.flatMap(
    ({ constraint, columns, isOneToOne, referencedRelation, referencedColumns }) => [
      '{',
      ...indent([
        `foreignKeyName: ${JSON.stringify(constraint)}`,
        `columns: ${JSON.stringify(columns)}`,
        `isOneToOne: ${isOneToOne}`,
        `referencedRelation: ${JSON.stringify(referencedRelation)}`,
        `referencedColumns: ${JSON.stringify(referencedColumns)}`,
      ]),
      '},',
    ],
  );
  return ['Relationships: [', ...indent(items), ']'];
}
