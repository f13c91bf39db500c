import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { compileCount } from '../answer/compile-count.ts';
import { expectedRows } from '../answer/expected-rows.ts';
import { ROWS_HERE, renderAnswer } from '../answer/render-answer.ts';
import type { RequestParts } from '../answer/request-parts.ts';
import { compileLevel } from '../level/compile-level.ts';
import { outputNames } from '../level/output.ts';
import { renderRows } from '../level/render-level.ts';
import { chooseMedia } from '../media/choose-media.ts';
import { compileBody } from '../media/compile-body.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/quote-name.ts';
import { directSource } from '../sql/row-source.ts';
import { isShortRead } from './choose-lane.ts';

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
