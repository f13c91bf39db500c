import { unsupportedMethod } from '../../errors/index.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { expectedRows, renderAnswer } from '../answer/answer-row.ts';
import type { RequestParts } from '../answer/compiled-query.ts';
import { chooseMedia } from '../answer/media.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { compileDelete, compileUpdate } from './compile-change.ts';
import { compileInsert, compilePut, countNewRows } from './compile-insert.ts';
import { countedRows, keyOfOne, keyRows, shownRows, WRITTEN } from './written-rows.ts';

const CHANGES = { POST: compileInsert, PATCH: compileUpdate, PUT: compilePut, DELETE: compileDelete };

/** POST, PATCH, PUT and DELETE of a table or view: the change in a CTE, and what is shown of its rows. */
export function compileWrite(request: RestRequest, relation: Relation, scope: QueryScope): RequestParts {
  const { method, preferences } = request;
  if (!isChange(method)) throw unsupportedMethod(method);
  const media = chooseMedia(
    request.accept,
    { relation, function: null, select: request.read.select },
    scope.cache,
  );
  const alias = scope.aliases.forRoot(relation.name, relation);
  const change = CHANGES[method](request, relation, alias, scope);
  const located =
    method === 'POST' && preferences.return === 'headers-only' && relation.primaryKey.length > 0;
  const rows =
    preferences.return === 'representation'
      ? shownRows(request.read, relation, alias, media.format, scope)
      : located
        ? keyRows(relation, alias)
        : countedRows();
  const written = change.changes
    ? `${change.sql} returning ${rows.returning}`
    : `select ${rows.returning} ${change.sql}`;
  return {
    sql: renderAnswer({
      with: `with ${WRITTEN} as (${written}) `,
      from: rows.from,
      total: preferences.count === null ? null : rows.page,
      page: rows.page,
      body: rows.body,
      inserted: countNewRows(change.newRows, rows.page),
      location: located ? keyOfOne(relation) : null,
    }),
    count: null,
    media,
    readOnly: false,
    expectRows:
      method === 'PUT'
        ? { kind: 'exactly-one' }
        : expectedRows(request, media, method === 'PATCH' || method === 'DELETE'),
    pool: 'long',
    functionSettings: null,
  };
}

function isChange(method: string): method is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, method);
}
