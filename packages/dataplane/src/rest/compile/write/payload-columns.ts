import { columnNotFound, invalidBody } from '../../errors/index.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import type { KeyedBody } from './compile-payload.ts';

/** The body of a write to a table. @throws {RestError} PGRST102 when it has no keys to speak of */
export function keyedBody({ body }: Pick<RestRequest, 'body'>): KeyedBody {
  if (body === null || body.kind === 'raw' || body.shape === 'other')
    throw invalidBody('Empty or invalid json');
  return body;
}

/** The columns that a body fills: those of `columns=`, else its keys. @throws {RestError} PGRST204 */
export function payloadColumns(
  body: KeyedBody,
  columns: readonly string[] | null,
  relation: Relation,
): Column[] {
  const names = new Set(columns ?? body.keys);
  return [...names].map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw columnNotFound(relation.name, name);
    return column;
  });
}
