import { createPace, type RoleRights } from '@basalt/postgres/catalog';
import { relationKey } from '../../rest/schema-cache/schema-cache.ts';
import { readDirective } from '../database/directives.ts';
import type { Database } from '../database/load-database.ts';
import type { ApiSchema, MutationField, QueryField } from './api-schema.ts';
import { buildFunctions } from './build-functions.ts';
import { buildRelations } from './build-relations.ts';
import { buildTables, type OpenSchema } from './build-tables.ts';
import { createValueTypes, findEnums } from './value-types.ts';

/** Rows of a page where no comment says otherwise. */
const USUAL_MAX_ROWS = 30;

/**
 * The API of a database for a role. Pure, with breaks for others.
 * @param isReader all of it may be read as a schema, whatever comments say
 * @throws {CommentDirectiveError}
 */
export async function buildApiSchema(
  database: Database,
  rights: RoleRights,
  isReader = false,
): Promise<ApiSchema> {
  const schemas = openSchemas(database, rights, isReader);
  const enums = findEnums(database.catalog, schemas, new Set(rights.closedTypes));
  const types = createValueTypes(database.catalog, enums);
  const drafts = await buildTables(database, rights, schemas, types);
  const pace = createPace();
  await buildRelations(database.catalog, drafts, pace);
  const callable = new Set(rights.functions);
  const functions = buildFunctions({ database, schemas, callable, types, drafts });
  if (pace.isDue()) await pace.rest();
  const tables = [...drafts.values()];
  const query = new Map<string, QueryField>([['node', { kind: 'node' }]]);
  const mutation = new Map<string, MutationField>();
  for (const table of tables) {
    if (table.key.length > 0) query.set(`${table.field}Collection`, { kind: 'collection', table });
    if (table.key.length > 0 && table.key.every(isFindable))
      query.set(`${table.field}ByPk`, { kind: 'byKey', table });
    if (table.insertColumns.length > 0)
      mutation.set(`insertInto${table.type}Collection`, { kind: 'insert', table });
    if (table.updateColumns.length > 0)
      mutation.set(`update${table.type}Collection`, { kind: 'update', table });
    if (table.canDelete) mutation.set(`deleteFrom${table.type}Collection`, { kind: 'delete', table });
  }
  for (const found of functions) {
    const fields = found.volatile ? mutation : query;
    if (!fields.has(found.name)) fields.set(found.name, { kind: 'function', function: found });
  }
  return {
    tables,
    byOid: drafts,
    byName: new Map(tables.map((table) => [relationKey(table), table])),
    types,
    query: sorted(query),
    mutation: sorted(mutation),
    introspection: isReader || [...schemas.values()].some(({ shown }) => shown),
  };
}

function openSchemas(
  { catalog, path }: Database,
  rights: RoleRights,
  isReader: boolean,
): ReadonlyMap<string, OpenSchema> {
  const comments = new Map(catalog.schemas.map(({ name, comment }) => [name, comment]));
  const open = path.filter((name) => rights.schemas.includes(name));
  return new Map(
    open.map((name) => {
      const directive = readDirective('schema', comments.get(name), `the schema ${name}`);
      const { inflect_names: inflects = false, introspection = false } = directive;
      return [
        name,
        { inflects, shown: introspection || isReader, maxRows: directive.max_rows ?? USUAL_MAX_ROWS },
      ];
    }),
  );
}

const KEY_TYPES = /^(smallint|integer|bigint|text|uuid|(.+\.)?citext)$/;

function isFindable({ typeSql, column }: { typeSql: string; column: unknown }): boolean {
  return column !== null && KEY_TYPES.test(typeSql);
}

function sorted<T>(fields: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...fields].sort(([a], [b]) => (a < b ? -1 : 1)));
}
