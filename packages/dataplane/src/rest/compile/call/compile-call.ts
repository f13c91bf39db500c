import { maxAffectedOnSingleReturn } from '../../errors/index.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { DatabaseFunction, QualifiedName, Relation } from '../../schema-cache/schema-cache.ts';
import { expectedRows } from '../answer/expected-rows.ts';
import { renderAnswer } from '../answer/render-answer.ts';
import type { RequestParts } from '../answer/request-parts.ts';
import { chooseMedia } from '../media/choose-media.ts';
import { compileBody } from '../media/compile-body.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { calledRows, calledValues, calledVoid } from './called-rows.ts';
import { findCall } from './find-call.ts';

/** A call of a function, by GET, HEAD or POST. Its result is read like a table if it has columns. */
export function compileCall(request: RestRequest, name: QualifiedName, scope: QueryScope): RequestParts {
  const call = findCall(request, name, scope);
  const { returns } = call.function;
  const isSet = returns.kind !== 'void' && returns.set;
  const { maxAffected, handling } = request.preferences;
  if (maxAffected !== null && handling === 'strict' && !isSet) throw maxAffectedOnSingleReturn();
  const relation = rowType(call.function, scope);
  const media = chooseMedia(request.accept, { relation, function: call.function }, scope.cache);
  const counted = request.preferences.count !== null;
  const cap = isSet ? scope.maxRows : null;
  const rows =
    returns.kind === 'void'
      ? calledVoid(call)
      : returns.kind === 'scalar'
        ? calledValues(call, { cap, counted }, scope)
        : calledRows(call, relation, { cap, counted, starNamed: media.format.kind === 'csv' }, scope);
  return {
    sql: renderAnswer({
      ...rows,
      body: request.method === 'HEAD' || rows.shape === null ? null : compileBody(media.format, rows.shape),
      inserted: null,
      location: null,
    }),
    count: null,
    media,
    readOnly: request.method !== 'POST' || call.function.volatility !== 'volatile',
    expectRows: returns.kind === 'void' ? null : expectedRows(request, media, isSet),
    lane: 'long',
    functionSettings: call.function.settings,
  };
}

function rowType({ returns }: DatabaseFunction, { cache }: QueryScope): Relation | null {
  if (returns.kind !== 'composite' || returns.relation === null) return null;
  const { schema, name } = returns.relation;
  return cache.relations.get(schema)?.get(name) ?? null;
}
