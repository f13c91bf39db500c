import { tableNotFound } from '../errors/schema-errors.ts';
import { nearestName } from './nearest-name.ts';
import type { Relation, SchemaCache } from './schema-cache.ts';

/** The relation of a request's path. Throws PGRST205 (404), with the nearest name as hint. */
export function findRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const relations = cache.relations.get(schema);
  const relation = relations?.get(name);
  if (relation) return relation;
  throw tableNotFound(schema, name, nearestName(name, relations?.keys() ?? []));
}
