import type { PipelineStatement } from '@basalt/postgres';
import type { RestRequest } from '../request/rest-request.ts';
import { findRelation } from '../schema-cache/find-relation.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { CompiledQuery } from './answer/compiled-query.ts';
import type { RequestParts } from './answer/request-parts.ts';
import { compileCall } from './call/compile-call.ts';
import { explainStatement } from './media/explain-statement.ts';
import { compileRead } from './read/compile-read.ts';
import { AliasPool } from './sql/alias-pool.ts';
import type { QueryScope } from './sql/query-scope.ts';
import { StatementValues } from './sql/statement-values.ts';
import { compileWrite } from './write/compile-write.ts';

// Texts beyond this are not worth a place among prepared statements.
const MAX_REUSED_LENGTH = 16_384;

/** The request's own statement and what is to be known of it, without the values and without who asks. */
export interface CompiledAnswer
  extends Pick<PipelineStatement, 'sql' | 'reuse'>,
    Pick<RequestParts, 'count' | 'readOnly' | 'expectRows' | 'lane' | 'functionSettings'>,
    Pick<CompiledQuery, 'contentType' | 'bodyEncoding' | 'isPlan'> {}

export interface AnswerWithValues {
  answer: CompiledAnswer;
  values: PipelineStatement['values'];
  /** All values in the order in which the compiler came to them. */
  given: PipelineStatement['values'];
  /** For each of `values`, which of `given` it is. */
  used: readonly number[];
}

/** @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205 */
export function compileAnswer(request: RestRequest, schema: string, cache: SchemaCache): AnswerWithValues {
  const found = new StatementValues();
  const { maxRows } = cache.settings;
  const parts = compileParts(request, { cache, schema, values: found, aliases: new AliasPool(), maxRows });
  const { count, readOnly, functionSettings } = parts;
  const { plan, format, contentType } = parts.media;
  const { sql, values, used } = found.finish(plan === null ? parts.sql : explainStatement(parts.sql, plan));
  return {
    answer: {
      sql,
      reuse: plan === null && sql.length <= MAX_REUSED_LENGTH,
      count,
      readOnly,
      expectRows: plan === null ? parts.expectRows : null,
      lane: plan === null ? parts.lane : 'long',
      functionSettings,
      contentType,
      bodyEncoding: format.kind === 'bytes' || format.kind === 'handler' ? 'hex' : 'text',
      isPlan: plan !== null,
    },
    values,
    given: found.given,
    used,
  };
}

function compileParts(request: RestRequest, scope: QueryScope): RequestParts {
  const { resource, method } = request;
  const { rootSpec } = scope.cache.settings;
  if (resource.kind === 'function')
    return compileCall(request, { schema: scope.schema, name: resource.name }, scope);
  if (resource.kind === 'root') {
    if (rootSpec === null) throw new Error('The root is compiled only when a function answers it.');
    return compileCall(request, rootSpec, scope);
  }
  const relation = findRelation(scope.cache, scope.schema, resource.name);
  if (method === 'GET' || method === 'HEAD') return compileRead(request, relation, scope);
  return compileWrite(request, relation, scope);
}
