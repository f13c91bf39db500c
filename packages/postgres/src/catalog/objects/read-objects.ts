import { QueryError, SQLSTATE, toQueryError } from '../../errors/query-error.ts';
import { type CatalogClient, createPace, readCatalog, type Topic } from '../read-catalog.ts';
import { type ObjectKind, type ObjectQuery, objectScope } from './object-scope.ts';

/** Of the JSON of all objects together. About 1,700 tables with 20 columns each. */
const MAX_BYTES = 16 * 1024 * 1024;

// With pg_catalog alone in the search path, no operator, type or function of the database's people can stand in for PostgreSQL's,
// and whatever is theirs is written with its schema.
const SETTINGS = `
  set search_path = pg_catalog;
  set statement_timeout = '15s';
  set lock_timeout = '1s';
  set work_mem = '16MB';
  set jit = off`;

/** A page holds more than an answer may. */
export class TooManyObjectsError extends Error {
  override readonly name = 'TooManyObjectsError';
}

/** How long, and how often, it is asked which objects of a page cannot be written out. */
const SEARCH_MS = 10_000;
const SEARCH_QUESTIONS = 60;

/**
 * Reads a page of objects, or one. The connection's settings are changed, so it should be used for nothing else after this.
 *
 * What cannot be written out (there is a lock on it, or PostgreSQL fails to read its definition) is null, and the list answers all
 * the same. Throws QueryError, and TooManyObjectsError above 16 MB.
 */
export async function readObjects<Row>(
  client: CatalogClient,
  kind: ObjectKind<Row>,
  query: ObjectQuery,
): Promise<Row[]> {
  await client.query(SETTINGS).catch(rethrow);
  const first = await tryOnce(client, kind, query);
  if (first.rows !== null) return first.rows;
  // What was locked or dropped meanwhile is known now. What took too long would do so again.
  const second = first.tookTooLong ? first : await tryOnce(client, kind, query);
  if (second.rows !== null) return second.rows;
  const plain = await readOnce(client, kind, query, false);
  if (second.tookTooLong || query.id !== undefined) return plain;
  const budget = { end: performance.now() + SEARCH_MS, questions: SEARCH_QUESTIONS };
  return await readByHalves(client, kind, query, plain, budget);
}

/**
 * The rows of a page of which something cannot be written out: halves of it are asked for, and halves of those that fail, so that
 * no more is null than has to be.
 *
 * @param plain the page without what is to be written out
 */
async function readByHalves<Row>(
  client: CatalogClient,
  kind: ObjectKind<Row>,
  page: ObjectQuery,
  plain: Row[],
  budget: { end: number; questions: number },
): Promise<Row[]> {
  if (plain.length < 2) return plain;
  const rows: Row[] = [];
  const middle = Math.ceil(plain.length / 2);
  for (const half of [plain.slice(0, middle), plain.slice(middle)]) {
    budget.questions -= 1;
    if (budget.questions < 0 || performance.now() > budget.end) {
      rows.push(...half);
      continue;
    }
    const part = { ...page, offset: (page.offset ?? 0) + rows.length, limit: half.length };
    const found = await tryOnce(client, kind, part);
    rows.push(...(found.rows ?? (await readByHalves(client, kind, part, half, budget))));
  }
  return rows;
}

/** `rows` is null when the server refused, and could answer another question. */
async function tryOnce<Row>(client: CatalogClient, kind: ObjectKind<Row>, query: ObjectQuery) {
  try {
    return { rows: await readOnce(client, kind, query, true), tookTooLong: false };
  } catch (error) {
    if (!(error instanceof QueryError) || error.code.startsWith('08') || error.code.startsWith('57P'))
      throw error;
    return { rows: null, tookTooLong: error.code === SQLSTATE.cancelled };
  }
}

async function readOnce<Row>(
  client: CatalogClient,
  kind: ObjectKind<Row>,
  query: ObjectQuery,
  expressions: boolean,
): Promise<Row[]> {
  const scope = objectScope(kind, query, expressions);
  const topics = { objects: bounded(kind.topic) };
  const rows = await readCatalog(client, scope, topics, createPace()).catch(rethrow);
  return rows.objects;
}

/** Ends a topic with an empty row when it is larger than an answer may be. PostgreSQL then sends no more of it. */
function bounded<Row>(topic: Topic<Row>): Topic<Row> {
  return {
    sql: `
select case when bytes_so_far <= ${MAX_BYTES} then payload else '' end as payload
from (
  select payload, pg_catalog.octet_length(payload) as bytes,
    pg_catalog.sum(pg_catalog.octet_length(payload)) over (rows unbounded preceding) as bytes_so_far
  -- OFFSET keeps the JSON from being made for each mention of it.
  from (${topic.sql} offset 0) as described
) as counted
where bytes_so_far - bytes <= ${MAX_BYTES}`,
    read: (payload) => {
      if (payload === '') throw new TooManyObjectsError();
      return topic.read(payload);
    },
  };
}

function rethrow(error: unknown): never {
  throw error instanceof TooManyObjectsError ? error : toQueryError(error);
}
