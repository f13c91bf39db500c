import type { RestRequest } from '../request/rest-request.ts';
import type { Relation } from '../schema-cache/schema-cache.ts';
import { isShortRead } from './choose-lane.ts';
import { chooseMedia } from './choose-media.ts';
import { compileBody } from './compile-body.ts';
import { compileCount } from './compile-count.ts';
import { compileLevel } from './compile-level.ts';
import { expectedRows } from './expected-rows.ts';
import { outputNames } from './output.ts';
import type { QueryScope } from './query-scope.ts';
import { quoteQualified } from './quote-name.ts';
import { ROWS_HERE, renderAnswer } from './render-answer.ts';
import { renderRows } from './render-level.ts';
import type { RequestParts } from './request-parts.ts';
import { directSource } from './row-source.ts';

/** GET and HEAD of a table or view. */
export function compileRead(request: RestRequest, relation: Relation, scope: QueryScope): RequestParts {
  const { cache, maxRows, values } = scope;
  const media = chooseMedia(request.accept, { relation, function: null }, cache);
  const alias = scope.aliases.forRoot(relation.name, relation);
  const source = directSource(alias, relation);
  const level = compileLevel(request.read, source, scope, {
    cap: maxRows,
    starNamed: media.format.kind === 'csv',
    hoisted: false,
  });
  const from = `${quoteQualified(relation)} as ${alias}`;
  const count = compileCount(request.preferences.count, level, from, values, maxRows);
  const names = outputNames(level.outputs);
  const body = compileBody(media.format, { kind: 'rows', one: false, names });
  return {
    sql: renderAnswer({
      with: '',
      from: `(${renderRows(level, from)}) as t`,
      total: count.total,
      page: ROWS_HERE,
      body: request.method === 'HEAD' ? null : body,
      inserted: null,
      location: null,
    }),
    count,
    media,
    readOnly: true,
    expectRows: expectedRows(request, media, false),
    lane: count.total === null && isShortRead(request.read, relation, maxRows) ? 'short' : 'long',
    functionSettings: null,
  };
}
