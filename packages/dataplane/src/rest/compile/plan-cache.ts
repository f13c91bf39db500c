import type { PipelineStatement } from '@basalt/postgres';
import { LRUCache } from 'lru-cache';
import type { RestRequest } from '../request/rest-request.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { AnswerWithValues, CompiledAnswer } from './compile-answer.ts';
import { readShape } from './read-shape.ts';

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
