import type { RelationPrivileges } from '@basalt/postgres/catalog';
import type { Relation } from '../schema-cache/schema-cache.ts';
import { fromComment, type Json, type JsonObject, objectOf, reference } from './open-api.ts';

const query = (name: string, description: string): JsonObject => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
});

const header = (name: string, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
  ...more,
});

const RETURNS = ['return=representation', 'return=minimal', 'return=headers-only'];
const RESOLUTIONS = ['resolution=ignore-duplicates', 'resolution=merge-duplicates'];

const SHARED: JsonObject = {
  select: query('select', 'Columns and embedded resources to return'),
  order: query('order', 'Order of the rows'),
  offset: query('offset', 'Rows to leave out at the start'),
  limit: query('limit', 'Rows to return at most'),
  on_conflict: query('on_conflict', 'Columns of the unique key that an upsert goes by'),
  range: header('Range', 'First and last row to return'),
  rangeUnit: header('Range-Unit', 'Unit of the range', { default: 'items' }),
  preferReturn: header('Prefer', 'What a write returns', { enum: RETURNS }),
  preferCount: header('Prefer', 'How rows are counted', {
    enum: ['count=exact', 'count=planned', 'count=estimated'],
  }),
  preferPost: header('Prefer', 'What an insert returns and does about duplicates', {
    enum: [...RETURNS, ...RESOLUTIONS],
  }),
};

/** The section that operations refer to: what they share, and for each relation its body and a filter per column. */
export function buildParameters(relations: readonly Relation[]): JsonObject {
  return { ...SHARED, ...objectOf(relations.flatMap(parametersOf)) };
}

function parametersOf({ name, columns }: Relation): [string, Json][] {
  const body = {
    name,
    description: name,
    required: false,
    in: 'body',
    schema: reference('definitions', name),
  };
  const filters = [...columns.values()].map((column): [string, Json] => [
    filterName(name, column.name),
    {
      ...query(column.name, column.comment ?? ''),
      ...(column.comment === null ? { description: undefined } : {}),
      format: column.baseType,
    },
  ]);
  return [[bodyName(name), body], ...filters];
}

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

function filterName(relation: string, column: string): string {
  return `rowFilter.${relation}.${column}`;
}

function bodyName(relation: string): string {
  return `body.${relation}`;
}
