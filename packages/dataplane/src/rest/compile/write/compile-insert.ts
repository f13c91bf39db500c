import { invalidBody } from '../../errors/index.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import { where } from '../level/render-level.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/quote-name.ts';
import { compilePayload, type KeyedBody } from './compile-payload.ts';
import { conflictClause } from './conflict-clause.ts';
import type { DataChange } from './data-change.ts';
import { keyedBody, payloadColumns } from './payload-columns.ts';

// Rows without any key are written out one by one.
const MAX_EMPTY_ROWS = 1000;

/** POST to a table. @param alias of the table, quoted */
export function compileInsert(
  request: RestRequest,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): DataChange {
  const body = keyedBody(request);
  const columns = payloadColumns(body, request.columns, relation);
  const into = `insert into ${quoteQualified(relation)} as ${alias}`;
  const { resolution, missing } = request.preferences;
  const conflict = conflictClause(resolution, request.onConflict, columns, relation);
  const rows =
    columns.length === 0
      ? withoutColumns(body, relation)
      : fromPayload(body, columns, scope, { fillDefaults: missing === 'default', conditions: () => [] });
  return { sql: `${into}${rows}${conflict.sql}`, changes: true, newRows: conflict.newRows };
}

interface FromPayload {
  fillDefaults: boolean;
  /** Which rows of the payload count. */
  conditions(value: (column: Column) => string): string[];
}

/** ` (columns) select … from body` */
export function fromPayload(
  body: KeyedBody,
  columns: readonly Column[],
  scope: QueryScope,
  { fillDefaults, conditions }: FromPayload,
): string {
  const payload = compilePayload(body, columns, scope, { fillDefaults, onlyFirst: false });
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const read = columns.map((column) => payload.value(column)).join(', ');
  return ` (${names}) select ${read} from ${payload.from}${where(conditions((column) => payload.value(column)))}`;
}

/** Rows of nothing but defaults: as many as there are empty objects. */
function withoutColumns(body: KeyedBody, relation: Relation): string {
  if (body.rows === 0) return ' select where false';
  if (body.rows === 1) return ' default values';
  const [first] = relation.columns.keys();
  if (first === undefined || body.rows > MAX_EMPTY_ROWS)
    throw invalidBody(`At most ${MAX_EMPTY_ROWS} objects without keys can be inserted at once`);
  return ` (${quoteName(first)}) values ${Array<string>(body.rows).fill('(default)').join(', ')}`;
}
