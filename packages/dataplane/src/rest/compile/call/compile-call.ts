import { maxAffectedOnSingleReturn } from '../../errors/index.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { DatabaseFunction, QualifiedName, Relation } from '../../schema-cache/schema-cache.ts';
import { type Answer, expectedRows, ROWS_HERE, renderAnswer } from '../answer/answer-row.ts';
import type { RequestParts } from '../answer/compiled-query.ts';
import { chooseMedia, compileBody, type RowShape } from '../answer/media.ts';
import { compileLevel } from '../level/compile-level.ts';
import { outputNames, renderRows, where } from '../level/render-level.ts';
import { directSource, handedSource, type QueryScope } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/sql-text.ts';
import { type FoundCall, findCall } from './find-call.ts';

/** A call of a function, by GET, HEAD or POST. Its result is read like a table if it has columns. */
export function compileCall(request: RestRequest, name: QualifiedName, scope: QueryScope): RequestParts {
  const call = findCall(request, name, scope);
  const { returns } = call.function;
  const isSet = returns.kind !== 'void' && returns.set;
  const { maxAffected, handling } = request.preferences;
  if (maxAffected !== null && handling === 'strict' && !isSet) throw maxAffectedOnSingleReturn();
  const relation = rowType(call.function, scope);
  const media = chooseMedia(
    request.accept,
    { relation, function: call.function, select: call.read.select },
    scope.cache,
  );
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
    pool: 'long',
    functionSettings: call.function.settings,
  };
}

function rowType({ returns }: DatabaseFunction, { cache }: QueryScope): Relation | null {
  if (returns.kind !== 'composite' || returns.relation === null) return null;
  const { schema, name } = returns.relation;
  return cache.relations.get(schema)?.get(name) ?? null;
}

/** The result of a call, ready to be made a body of. */
interface CalledRows extends Pick<Answer, 'with' | 'from' | 'total' | 'page'> {
  /** Null: there is no result. */
  shape: RowShape | null;
}

interface Paging {
  cap: number | null;
  /** The number of all rows is asked for. It is exact: the function runs once and gives them all anyway. */
  counted: boolean;
}

const CALLED = 'called';

function calledVoid(call: FoundCall): CalledRows {
  return { with: '', from: fromCall(call, 't'), total: null, page: ROWS_HERE, shape: null };
}

/** A function that gives values without columns: there is nothing to select or filter by. */
function calledValues(call: FoundCall, { cap, counted }: Paging, scope: QueryScope): CalledRows {
  const alias = scope.aliases.forRoot(call.function.name, null);
  const { returns, name } = call.function;
  const isSet = returns.kind !== 'void' && returns.set;
  // A filter or order can only be by a name that there is not: the database says so.
  const level = compileLevel({ ...call.read, select: [] }, directSource(alias, null), scope, {
    cap,
    starNamed: false,
    hoisted: false,
  });
  const values = { ...level, outputs: [{ star: `${alias}.value` }] };
  const shape: RowShape = { kind: 'values', one: !isSet, name };
  const called = valuesFrom(call, alias);
  if (!counted || !isSet) {
    const from = `(${renderRows(values, called)}) as t`;
    return { with: '', from, total: counted ? ROWS_HERE : null, page: ROWS_HERE, shape };
  }
  const source = `select ${alias}.value from ${called}`;
  return {
    with: `with ${CALLED} as (${source}) `,
    from: `(${renderRows(values, `${CALLED} as ${alias}`)}) as t`,
    total: `(select count(*) from ${CALLED} as ${alias}${where(level.conditions)})`,
    page: ROWS_HERE,
    shape,
  };
}

/** A function that gives rows with columns: read like a relation. Counting needs them twice, so they are kept in a CTE. */
function calledRows(
  call: FoundCall,
  relation: Relation | null,
  { cap, counted, starNamed }: Paging & { starNamed: boolean },
  scope: QueryScope,
): CalledRows {
  const { returns, name } = call.function;
  const isSet = returns.kind !== 'void' && returns.set;
  const alias = scope.aliases.forRoot(name, relation);
  const options = { cap, starNamed, hoisted: false };
  const kept = counted && isSet ? handedSource(alias, relation, scope.aliases) : null;
  const level = compileLevel(call.read, kept ?? directSource(alias, relation), scope, options);
  const shape: RowShape = { kind: 'rows', one: !isSet, names: outputNames(level.outputs) };
  const direct = fromCall(call, alias);
  if (kept === null) {
    const from = `(${renderRows(level, direct)}) as t`;
    return { with: '', from, total: counted ? ROWS_HERE : null, page: ROWS_HERE, shape };
  }
  const unpaged = renderRows({ ...level, order: [], limit: null, offset: null }, `${CALLED} as ${alias}`);
  return {
    with: `with ${CALLED} as (select ${kept.producers(alias)} from ${direct}) `,
    from: `(${renderRows(level, `${CALLED} as ${alias}`)}) as t`,
    total: level.grouped
      ? `(select count(*) from (${unpaged}) as t)`
      : `(select count(*) from ${CALLED} as ${alias}${where(level.conditions)})`,
    page: ROWS_HERE,
    shape,
  };
}

/** A record's columns are known when it is there and not before: in FROM they would have to be listed. */
function valuesFrom(call: FoundCall, alias: string): string {
  const { returns } = call.function;
  if (returns.kind !== 'scalar' || returns.type !== 'record') return fromCall(call, `${alias}(value)`);
  const { list, from } = call.arguments;
  const calling = `select ${quoteQualified(call.function)}(${list}) as value`;
  return `(${from === null ? calling : `${calling} from ${from}`}) as ${alias}`;
}

function fromCall({ function: called, arguments: { list, from } }: FoundCall, alias: string): string {
  const calling = `${quoteQualified(called)}(${list}) as ${alias}`;
  return from === null ? calling : `${from}, lateral ${calling}`;
}
