import type { ClientBase } from 'pg';
import type { Outcome } from './retries.ts';

/** Larger ones are not sent: so many are in memory at a time. */
export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_HEADERS_BYTES = 64 * 1024;
export const MAX_URL_BYTES = 8_000;
const KEPT_HOURS = 6;
const KEPT_HOOK_DAYS = 7;
/** Deleted at once, and how often in a row: the rest comes with the next time. */
const MAX_PRUNED = 20_000;
const MAX_ROUNDS = 10;

/** A request as its row says it. Null: too large to be read. */
export interface QueuedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string | null;
  /** JSON. */
  readonly headers: string | null;
  /** In base64. */
  readonly body: string | null;
  readonly bodyBytes: number | null;
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly createdMs: number;
}

/**
 * Whose the schemas are: the platform's; somebody else's, such as that of the extension pg_net, which sends requests itself; or
 * nobody's, in a database that was last started by an earlier version.
 */
export async function ownerOfHookTables(client: ClientBase): Promise<'basalt' | 'somebody' | 'nobody'> {
  const { rows } = await client.query<{ ours: boolean | null; queues: boolean | null }>(
    `select pg_catalog.obj_description(n.oid, 'pg_namespace') like 'Basalt:%' as ours,
      exists (
        select from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as f on f.oid = p.pronamespace
        where f.nspname = 'supabase_functions' and p.proname = 'http_request'
      ) as queues
    from pg_catalog.pg_namespace as n where n.nspname = 'net'`,
  );
  const [row] = rows;
  if (row === undefined) return 'nobody';
  return row.ours === true && row.queues === true ? 'basalt' : 'somebody';
}

/** Whether anything here may send requests: a webhook, one that waits, or an answer of the last hours. */
export async function usesWebhooks(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ uses: boolean }>(
    `select exists (select from net.http_request_queue) or exists (select from net._http_response)
      or exists (
        select from pg_catalog.pg_trigger as t join pg_catalog.pg_proc as p on p.oid = t.tgfoid
          join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
        where n.nspname = 'supabase_functions' and p.proname = 'http_request'
      ) as uses`,
  );
  return rows[0]?.uses === true;
}

/** The request that is due for the longest, but for those that are under way. */
export async function readDueRequest(
  client: ClientBase,
  underWay: readonly string[],
): Promise<QueuedRequest | null> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select id::pg_catalog.text as id, pg_catalog.left(method, 10) as method,
      case when pg_catalog.octet_length(url) <= $2 then url end as url,
      case when headers is null then '{}'
        when pg_catalog.octet_length(headers::pg_catalog.text) <= $3 then headers::pg_catalog.text end as headers,
      case when pg_catalog.octet_length(body) <= $4 then pg_catalog.encode(body, 'base64') end as body,
      pg_catalog.octet_length(body) as "bodyBytes", timeout_milliseconds as "timeoutMs", attempts,
      pg_catalog.floor(extract(epoch from created) * 1000)::pg_catalog.float8 as "createdMs"
    from net.http_request_queue
    where next_at <= pg_catalog.clock_timestamp() and id <> all ($1::pg_catalog.int8[])
    order by next_at, id limit 1`,
    [underWay, MAX_URL_BYTES, MAX_HEADERS_BYTES, MAX_BODY_BYTES],
  );
  const [row] = rows;
  return row === undefined ? null : toRequest(row);
}

/** The project's people can put anything in place of the table. */
function toRequest(row: Record<string, unknown>): QueuedRequest {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const number = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);
  return {
    id: String(row.id),
    method: String(row.method),
    url: text(row.url),
    headers: text(row.headers),
    body: text(row.body),
    bodyBytes: row.bodyBytes === null ? null : number(row.bodyBytes),
    timeoutMs: number(row.timeoutMs),
    attempts: Math.max(0, number(row.attempts)),
    createdMs: number(row.createdMs),
  };
}

/** How long until the next request is due that waits for another attempt; null: there is none. */
export async function msUntilNext(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `select (extract(epoch from pg_catalog.min(next_at) - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 as ms
    from net.http_request_queue where next_at > pg_catalog.clock_timestamp()`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null || !Number.isFinite(Number(ms)) ? null : Math.max(0, Number(ms));
}

/** A request is sent once more, after a pause. */
export async function writeRetry(
  client: ClientBase,
  { id, attempts, pauseMs }: { id: string; attempts: number; pauseMs: number },
): Promise<void> {
  await client.query(
    `update net.http_request_queue set attempts = $2,
      next_at = pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => $3) where id = $1`,
    [id, attempts, pauseMs / 1000],
  );
}

/** The request leaves the queue, and its answer is written down: both or neither. */
export async function writeAnswer(
  client: ClientBase,
  { id, attempts, tookMs, outcome }: { id: string; attempts: number; tookMs: number; outcome: Outcome },
): Promise<void> {
  const answer = outcome.kind === 'answer' ? outcome : null;
  await client.query(
    `with done as (
      delete from net.http_request_queue where id = $1
      returning id, method, url, headers, body, timeout_milliseconds, created
    ), kept as (
      insert into net._http_request
        (id, method, url, headers, body, timeout_milliseconds, created, attempts, took_milliseconds)
      select id, method, url, headers, body, timeout_milliseconds, created, $2, $3 from done
    )
    insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
    select id, $4, $5, $6::pg_catalog.jsonb, $7, false, $8 from done`,
    [
      id,
      attempts,
      Math.round(tookMs),
      answer?.status ?? null,
      answer?.contentType ?? null,
      answer === null ? null : JSON.stringify(answer.headers),
      answer?.content ?? null,
      outcome.kind === 'failure' ? outcome.message : null,
    ],
  );
}

/** Answers are kept for six hours, as with pg_net, and which trigger asked for a week. */
export async function pruneAnswers(client: ClientBase): Promise<void> {
  for (const [table, column, hours] of [
    ['net._http_response', 'created', KEPT_HOURS],
    ['net._http_request', 'ended', KEPT_HOURS],
    ['supabase_functions.hooks', 'created_at', KEPT_HOOK_DAYS * 24],
  ] as const)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { rowCount } = await client.query(
        `delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${column} < pg_catalog.now() - pg_catalog.make_interval(hours => $1) limit $2
        ))`,
        [hours, MAX_PRUNED],
      );
      if ((rowCount ?? 0) < MAX_PRUNED) break;
    }
}
