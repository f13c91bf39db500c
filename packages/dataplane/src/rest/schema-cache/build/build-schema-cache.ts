import {
  type CatalogOf,
  DOMAIN_CASTS,
  FOREIGN_KEYS,
  FUNCTIONS,
  type Pace,
  RELATIONS,
  SCHEMAS,
  TYPES,
  UNIQUE_KEYS,
  VIEWS,
} from '@basalt/postgres/catalog';
import {
  type DatabaseFunction,
  type MediaHandler,
  type Relationship,
  relationKey,
  type SchemaCache,
} from '../schema-cache.ts';
import { buildComputed, type ComputedRelationship } from './build-computed.ts';
import { buildFunction } from './build-functions.ts';
import { buildJunctions } from './build-junctions.ts';
import { buildKeyRelationships } from './build-key-relationships.ts';
import { buildMediaHandler } from './build-media-handlers.ts';
import { buildRelation, type KnownRelation, primaryKeysByTable } from './build-relations.ts';
import { buildTypes, type DatabaseType } from './build-types.ts';
import { traceViews } from './view-origins.ts';

/** What of the catalog the cache is made of. */
export const TOPICS = {
  schemas: SCHEMAS,
  types: TYPES,
  casts: DOMAIN_CASTS,
  relations: RELATIONS,
  uniqueKeys: UNIQUE_KEYS,
  foreignKeys: FOREIGN_KEYS,
  views: VIEWS,
  functions: FUNCTIONS,
};

type CatalogRows = CatalogOf<typeof TOPICS>;

type Built = Pick<
  SchemaCache,
  'relations' | 'functions' | 'relationships' | 'mediaHandlers' | 'schemaComments'
>;

/** Puts together what the catalog says. `schemas`: the exposed ones. */
export async function buildSchemaCache(
  rows: CatalogRows,
  schemas: readonly string[],
  pace: Pace,
): Promise<Built> {
  const exposed = new Set(schemas);
  const types = buildTypes(rows);
  const origins = traceViews(rows.views);
  const known = { types, origins, primaryKeys: primaryKeysByTable(rows.uniqueKeys) };
  const byOid = new Map<number, KnownRelation>();
  const byKey = new Map<string, KnownRelation>();
  for (const row of rows.relations) {
    const relation = buildRelation(row, known);
    byOid.set(relation.oid, relation);
    byKey.set(relationKey(relation.relation), relation);
    if (pace.isDue()) await pace.rest();
  }
  const keys = await buildKeyRelationships(rows, byOid, origins, pace);
  const junctions = buildJunctions(keys, (key) => {
    const relation = byKey.get(key)?.relation;
    return relation && exposed.has(relation.schema) ? relation : undefined;
  });
  const routines = buildRoutines(rows, types, exposed, byKey);
  const isReachable = ({ kind, target }: Relationship) => kind === 'computed' || exposed.has(target.schema);
  return {
    relations: nest(
      [...byOid.values()].map(({ relation }) => relation),
      (relation) => relation,
    ),
    functions: nest([...routines.functions.values()], (overloads) => overloads[0]),
    relationships: groupByOrigin([...routines.relationships, ...keys, ...junctions].filter(isReachable)),
    mediaHandlers: routines.mediaHandlers,
    schemaComments: new Map(
      rows.schemas.flatMap(({ name, comment }) => (comment === null ? [] : [[name, comment]])),
    ),
  };
}

function buildRoutines(
  rows: CatalogRows,
  types: ReadonlyMap<number, DatabaseType>,
  exposed: ReadonlySet<string>,
  relations: ReadonlyMap<string, KnownRelation>,
) {
  const functions = new Map<string, [DatabaseFunction, ...DatabaseFunction[]]>();
  const relationships: ComputedRelationship[] = [];
  const mediaHandlers: MediaHandler[] = [];
  for (const row of rows.functions) {
    const computed = buildComputed(row, types);
    if (computed?.kind === 'relationship') relationships.push(computed.relationship);
    if (computed?.kind === 'field')
      relations
        .get(relationKey(computed.origin))
        ?.relation.computedFields.set(computed.field.function.name, computed.field);
    const handler = buildMediaHandler(row, types);
    if (handler) mediaHandlers.push(handler);
    if (row.kind !== 'f' || !exposed.has(row.schema)) continue;
    const built = buildFunction(row, types);
    const overloads = functions.get(relationKey(built));
    if (overloads) overloads.push(built);
    else functions.set(relationKey(built), [built]);
  }
  return { functions, relationships, mediaHandlers };
}

function nest<T>(items: readonly T[], nameOf: (item: T) => { schema: string; name: string }) {
  const nested = new Map<string, Map<string, T>>();
  for (const item of items) {
    const { schema, name } = nameOf(item);
    const ofSchema = nested.get(schema) ?? new Map<string, T>();
    nested.set(schema, ofSchema.set(name, item));
  }
  return nested;
}

function groupByOrigin(relationships: readonly Relationship[]): ReadonlyMap<string, readonly Relationship[]> {
  const groups = new Map<string, Relationship[]>();
  for (const relationship of relationships) {
    const key = relationKey(relationship.origin);
    const group = groups.get(key);
    if (group) group.push(relationship);
    else groups.set(key, [relationship]);
  }
  return groups;
}
