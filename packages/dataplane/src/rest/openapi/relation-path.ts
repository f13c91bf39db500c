import type { Relation } from '../schema-cache/schema-cache.ts';
import { fromComment, type JsonObject, reference } from './open-api.ts';
import type { RelationPrivileges } from './privileges.ts';

const PAGING = ['order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'] as const;

/** The operations on a table or view that are possible and allowed. */
export function buildRelationPath(relation: Relation, allowed: RelationPrivileges): JsonObject {
  const filters = [...relation.columns.keys()].map((column) => filterName(relation.name, column));
  const body = bodyName(relation.name);
  const operation = (parameters: readonly string[], responses: JsonObject): JsonObject => ({
    tags: [relation.name],
    ...fromComment(relation.comment),
    parameters: parameters.map((name) => reference('parameters', name)),
    responses,
  });
  const rows = { type: 'array', items: reference('definitions', relation.name) };
  return {
    ...(allowed.select && {
      get: operation([...filters, 'select', ...PAGING], {
        '200': { description: 'OK', schema: rows },
        '206': { description: 'Partial Content' },
      }),
    }),
    ...(allowed.insert && {
      post: operation([body, 'select', 'preferPost'], { '201': { description: 'Created' } }),
    }),
    ...(allowed.delete && {
      delete: operation([...filters, 'preferReturn'], { '204': { description: 'No Content' } }),
    }),
    ...(allowed.update && {
      patch: operation([...filters, body, 'preferReturn'], { '204': { description: 'No Content' } }),
    }),
  };
}

export function filterName(relation: string, column: string): string {
  return `rowFilter.${relation}.${column}`;
}

export function bodyName(relation: string): string {
  return `body.${relation}`;
}
