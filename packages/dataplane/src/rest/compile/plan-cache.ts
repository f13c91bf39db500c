import type { PipelineStatement } from '@basalt/postgres';
import { LRUCache } from 'lru-cache';
import { MAX_JSON_DEPTH } from '../request/limits.ts';
import { mediaTypeText } from '../request/media-type.ts';
import type { Condition, FieldPath, OrderTerm, SelectItem } from '../request/read-plan.ts';
import type { MediaType, RestRequest } from '../request/rest-request.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { AnswerWithValues, CompiledAnswer } from './answer/compiled-query.ts';
import { MAX_AGGREGATED_ROWS, MAX_SHORT_ROWS } from './read/compile-read.ts';

/** Reads of one project that are remembered, those unused for longest leaving first: a megabyte at most. */
const MAX_READS = 200;
const MAX_KEY_LENGTH = 1_000;
const MAX_SQL_LENGTH = 4_000;

interface RememberedRead {
  answer: CompiledAnswer;
  /** For each parameter: which of the shape's values it is. */
  parameters: readonly number[];
}

/** What was compiled for a state of the database goes with it. */
const remembered = new WeakMap<SchemaCache, LRUCache<string, RememberedRead>>();

/**
 * What `compile` gives, but remembered for reads that differ in nothing but values: clients send the same few again and
 * again. Their SQL is then the very same text too, whose prepared statement is found without reading it.
 */
export function fromPlanCache(
  request: RestRequest,
  schema: string,
  cache: SchemaCache,
  compile: (request: RestRequest, schema: string, cache: SchemaCache) => AnswerWithValues,
): Pick<AnswerWithValues, 'answer' | 'values'> {
  const shape = readShape(request, schema, cache.settings.maxRows);
  if (shape === null || shape.key.length > MAX_KEY_LENGTH) return compile(request, schema, cache);
  const reads = readsOf(cache);
  const known = reads.get(shape.key);
  if (known !== undefined)
    return { answer: known.answer, values: known.parameters.map((index) => shape.values[index] ?? null) };
  const compiled = compile(request, schema, cache);
  const { answer, given, used } = compiled;
  // Values that the compiler takes in another form or order than the shape has them could not be filled in.
  if (answer.sql.length <= MAX_SQL_LENGTH && areSame(given, shape.values))
    reads.set(shape.key, { answer, parameters: used });
  return compiled;
}

function readsOf(cache: SchemaCache): LRUCache<string, RememberedRead> {
  let reads = remembered.get(cache);
  if (reads === undefined) {
    reads = new LRUCache({ max: MAX_READS });
    remembered.set(cache, reads);
  }
  return reads;
}

function areSame(given: PipelineStatement['values'], values: readonly string[]): boolean {
  return given.length === values.length && given.every((value, index) => value === values[index]);
}

/** A read apart from its values: reads with the same key, by the same schema cache, have the same SQL. */
interface ReadShape {
  key: string;
  /** What travels as parameters, in the order in which the compiler comes to it. */
  values: readonly string[];
}

/**
 * The shape of a read of one relation. Null for what is compiled anew each time: embeds, plans and estimates, and tests whose
 * SQL depends on the value or whose value has to be looked into.
 * @param cap most rows of an answer, null for no bound
 */
function readShape(request: RestRequest, schema: string, cap: number | null): ReadShape | null {
  const { method, resource, read, preferences, accept } = request;
  if (resource.kind !== 'relation' || (method !== 'GET' && method !== 'HEAD')) return null;
  const { count } = preferences;
  if (count !== null && count !== 'exact') return null;
  const values: string[] = [];
  const media = mediaKey(accept);
  const select = listKey(read.select, selectKey);
  const where = listKey(read.where, (condition) => conditionKey(condition, values));
  const order = listKey(read.order, orderKey);
  if (media === null || select === null || where === null || order === null) return null;
  const { limit, offset } = read;
  if (limit !== null) values.push(String(cap === null ? limit : Math.min(limit, cap)));
  if (offset !== 0) values.push(String(offset));
  const cut = `${limit === null ? '' : sizeKey(limit)},${offset === 0 ? '' : sizeKey(offset)}`;
  const key = `${method}${count ?? ''},${text(schema)}${text(resource.name)}${media}${select}${where}${order}${cut}`;
  return { key, values };
}

/** Every text with its length in front: none can look like the end of itself and the beginning of another. */
function text(content: string): string {
  return `${content.length}:${content}`;
}

function optional(content: string | null): string {
  return content === null ? '-' : text(content);
}

function listKey<T>(items: readonly T[], keyOf: (item: T) => string | null): string | null {
  let keys = `${items.length}[`;
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) return null;
    keys += key;
  }
  return keys;
}

/** Whether others have to wait behind it, and whether rows come one by one, depends on the number. */
function sizeKey(rows: number): string {
  if (rows <= MAX_SHORT_ROWS) return 'few';
  return rows <= MAX_AGGREGATED_ROWS ? 'many' : 'more';
}

function mediaKey(accept: readonly MediaType[]): string | null {
  return listKey(accept, (type) =>
    type.kind === 'plan' ? null : `${type.kind}${text(mediaTypeText(type))}`,
  );
}

function selectKey(item: SelectItem): string | null {
  switch (item.kind) {
    case 'star':
      return '*';
    case 'count':
      return `c${optional(item.alias)}${optional(item.cast)}`;
    case 'field': {
      const { field, alias, cast, aggregate } = item;
      const taken = aggregate === null ? '-' : `${text(aggregate.name)}${optional(aggregate.cast)}`;
      return `f${fieldKey(field)}${optional(alias)}${optional(cast)}${taken}`;
    }
    case 'embed':
      return null;
  }
}

function fieldKey({ name, steps }: FieldPath): string {
  if (steps.length === 0) return `${text(name)}.`;
  return `${text(name)}${listKey(steps, (step) => `${step.asText ? '>>' : '>'}${step.kind === 'key' ? text(step.key) : `i${step.index};`}`)}`;
}

function orderKey({ embed, field, direction, nulls }: OrderTerm): string | null {
  return embed === null ? `${fieldKey(field)}${direction ?? ''},${nulls ?? ''};` : null;
}

function conditionKey(condition: Condition, values: string[]): string | null {
  const negated = condition.negated ? '!' : '';
  if (condition.kind !== 'test') {
    const inside = listKey(condition.conditions, (part) => conditionKey(part, values));
    return inside === null ? null : `${negated}${condition.kind}${inside}`;
  }
  const { field, test } = condition;
  switch (test.operator) {
    case 'is':
      return `${negated}${fieldKey(field)}is.${test.value};`;
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'like':
    case 'ilike':
      if (test.quantifier !== null || !isPlain(test.value)) return null;
      values.push(test.value);
      return `${negated}${fieldKey(field)}${test.operator};`;
    default:
      return null;
  }
}

/** Not long enough to be nested too deep, and no list of lists: the compiler refuses some of these. */
function isPlain(value: string): boolean {
  return value.length <= MAX_JSON_DEPTH && !value.startsWith('{{');
}
