import type { Relation } from '../schema-cache/schema-cache.ts';
import { type Json, type JsonObject, objectOf, reference } from './open-api.ts';
import { bodyName, filterName } from './relation-path.ts';

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
