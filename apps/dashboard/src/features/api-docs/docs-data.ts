import type { ApiTable } from '@basalt/contract';
import type { api } from '../../api/client.ts';
import type { DocsItem } from './sections.ts';
import type { DocsColumn, DocsEmbed, DocsTable } from './snippets/docs-table.ts';
import { type DocsArgument, readArguments } from './snippets/function-arguments.ts';
import type { DocsFunction } from './snippets/stored-procedures.ts';

type ItemOf<Call extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Call>
>[number];
type TableObject = ItemOf<typeof api.schemaApi.listTables>;
type ColumnObject = NonNullable<TableObject['columns']>[number];
type Relationship = TableObject['relationships'][number];
export type FunctionObject = ItemOf<typeof api.schemaApi.listFunctions>;
type TypeObject = ItemOf<typeof api.schemaApi.listTypes>;

/** A table or view with its columns; what views do not have is left out. */
export interface RelationObject {
  columns: readonly ColumnObject[];
  primaryKey: readonly string[];
  relationships: readonly Relationship[];
  /** Rows of it can be written. */
  isWritable: boolean;
}

/** Serves GraphQL and has no tables; its one function is called by GraphQL's own address. */
const GRAPHQL_SCHEMA = 'graphql_public';

/** The schemas whose tables and functions are shown. */
export function shownSchemas(exposed: readonly string[]): string[] {
  return exposed.filter((schema) => schema !== GRAPHQL_SCHEMA);
}

/** What something is called where requests that name no schema mean the first. */
export function docsItem(schema: string, name: string, defaultSchema: string | undefined): DocsItem {
  return { id: `${schema}.${name}`, label: schema === defaultSchema ? name : `${schema}.${name}` };
}

/** A table or view as its snippets need it. */
export function docsTable(
  { schema, name, kind }: ApiTable,
  relation: RelationObject,
  defaultSchema: string | undefined,
): DocsTable {
  const references = new Set(
    relation.relationships
      .filter((key) => isSource(key, schema, name))
      .map(({ source_column_name }) => source_column_name),
  );
  return {
    schema,
    name,
    isDefaultSchema: schema === defaultSchema,
    columns: relation.columns.map((column) => docsColumn(column, relation, references)),
    primaryKey: relation.primaryKey,
    embed: embedOf(relation.relationships, schema, name),
    canSubscribe: kind === 'table' || kind === 'partitioned table',
  };
}

function docsColumn(column: ColumnObject, relation: RelationObject, references: Set<string>): DocsColumn {
  const { name, format, enums, is_nullable, default_value, is_identity, is_generated } = column;
  return {
    name,
    format,
    enums,
    isOptional: is_nullable || default_value !== null || is_identity,
    isWritable: relation.isWritable && !is_generated && column.identity_generation !== 'ALWAYS',
    isUnique: column.is_unique,
    isNullable: is_nullable,
    isReference: references.has(name),
  };
}

function isSource(key: Relationship, schema: string, name: string): boolean {
  return key.source_schema === schema && key.source_table_name === name;
}

/** The rows that a key of this table leads to, or those whose key leads here. In one schema: the API joins nothing else. */
function embedOf(relationships: readonly Relationship[], schema: string, name: string): DocsEmbed | null {
  const keys = [...new Map(relationships.map((key) => [key.id, key])).values()]
    .filter((key) => key.source_schema === schema && key.target_table_schema === schema)
    .map((key) => ({
      isForward: isSource(key, schema, name),
      other: isSource(key, schema, name) ? key.target_table_name : key.source_table_name,
      constraint: key.constraint_name,
    }));
  const chosen = keys.find(({ isForward, other }) => isForward && other !== name) ?? keys[0];
  if (chosen === undefined) return null;
  const isClear = chosen.other !== name && keys.filter(({ other }) => other === chosen.other).length === 1;
  return { table: chosen.other, hint: isClear ? null : chosen.constraint };
}

/** Of the functions of the exposed schemas those that can be called, the overloads of a name together. */
export function callableFunctions(functions: readonly FunctionObject[]): Map<string, FunctionObject[]> {
  const callable = functions.filter(
    ({ kind, return_type }) => kind === 'function' && !/^(?:event_)?trigger$/.test(return_type),
  );
  return Map.groupBy(callable, ({ schema, name }) => `${schema}.${name}`);
}

/** The arguments of an overload. */
export function argumentsOf({ args, identity_argument_types }: FunctionObject): DocsArgument[] {
  return readArguments(args, identity_argument_types);
}

/** A function as its snippets need it. */
export function docsFunction(
  overloads: readonly FunctionObject[],
  types: readonly TypeObject[],
  defaultSchema: string | undefined,
): DocsFunction | null {
  const [first] = overloads;
  if (first === undefined) return null;
  const enums = Object.fromEntries(
    types.filter((type) => type.enums.length > 0).map((type) => [type.format, type.enums]),
  );
  return {
    schema: first.schema,
    name: first.name,
    isDefaultSchema: first.schema === defaultSchema,
    overloads: overloads.map((overload) => ({
      arguments: argumentsOf(overload),
      isVolatile: overload.behavior === 'VOLATILE',
      enums,
    })),
  };
}
