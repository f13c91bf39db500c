import type { WebhookDelivery, WholeWebhookDelivery } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { pairsOf, withoutSecrets } from './hook-statements.ts';
import { assertHookTables, missing, readHook, withHooks } from './read-hooks.ts';

/** Of bodies, in characters. */
const SHOWN = 64 * 1024;
const SHOWN_URL = 4_000;

// A request is in the queue or in the history, never in both.
const REQUESTS = `(
    select id, method, url, headers, body, attempts, created, next_at, null::pg_catalog.timestamptz as ended,
      null::pg_catalog.int4 as took
    from net.http_request_queue
    union all
    select id, method, url, headers, body, attempts, created, null, ended, took_milliseconds from net._http_request
  )`;

const DELIVERY = `r.id::pg_catalog.text as id, r.method, pg_catalog.left(r.url, ${SHOWN_URL}) as url, r.attempts,
  r.created as created_at, r.next_at, r.ended as ended_at, r.took as took_ms, a.status_code,
  pg_catalog.left(a.error_msg, 1000) as error, h.hook_name, n.nspname as hook_schema, c.relname as hook_table`;

const ANSWER = `left join lateral (
    select status_code, error_msg, headers as answer_headers, content from net._http_response as a
    where a.id = r.id limit 1
  ) as a on true
  left join lateral (
    select hook_table_id, hook_name from supabase_functions.hooks as h where h.request_id = r.id limit 1
  ) as h on true
  left join pg_catalog.pg_class as c on c.oid::pg_catalog.int8 = h.hook_table_id
  left join pg_catalog.pg_namespace as n on n.oid = c.relnamespace`;

interface DeliveryRow {
  id: string;
  method: string;
  url: string;
  attempts: number;
  created_at: string | null;
  next_at: string | null;
  ended_at: string | null;
  took_ms: number | null;
  status_code: number | null;
  error: string | null;
  hook_name: string | null;
  hook_schema: string | null;
  hook_table: string | null;
}

export interface DeliveryFilter {
  hook?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** What waits and what was sent in the last six hours, the newest first. @throws PlatformError `not_found` for a webhook */
export async function listDeliveries(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { hook, before, limit }: DeliveryFilter,
): Promise<WebhookDelivery[]> {
  return withHooks(dependencies, actor, ref, async (client, { seesTexts }) => {
    if ((await missing(client)) !== null) return [];
    const of = hook === undefined ? null : await readHook(client, hook);
    const ids =
      of === null
        ? `(select id from net.http_request_queue where $1::pg_catalog.int8 is null or id < $1 order by id desc limit $2)
          union all
          (select id from net._http_request where $1::pg_catalog.int8 is null or id < $1 order by id desc limit $2)`
        : `select request_id as id from supabase_functions.hooks
          where hook_table_id = $3 and hook_name = $4 and ($1::pg_catalog.int8 is null or request_id < $1)
          order by id desc limit $2`;
    const { rows } = await client.query<DeliveryRow>(
      `select ${DELIVERY} from (${ids}) as wanted join ${REQUESTS} as r on r.id = wanted.id ${ANSWER}
      order by r.id desc limit $2`,
      [before ?? null, limit, ...(of === null ? [] : [of.tableId, of.name])],
    );
    return rows.map((row) => presentDelivery(row, seesTexts));
  });
}

/** One, with what was sent and what came back. @throws PlatformError `not_found` */
export async function getDelivery(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  id: string,
): Promise<WholeWebhookDelivery> {
  return withHooks(dependencies, actor, ref, async (client, { seesTexts }) => {
    await assertHookTables(client);
    const { rows } = await client.query<
      DeliveryRow & {
        request_headers: string | null;
        answer_headers: string | null;
        body: string | null;
        body_bytes: number | null;
        content: string | null;
        content_length: number | null;
      }
    >(
      `select ${DELIVERY}, pg_catalog.left(r.headers::pg_catalog.text, ${SHOWN}) as request_headers,
        pg_catalog.left(a.answer_headers::pg_catalog.text, ${SHOWN}) as answer_headers,
        pg_catalog.encode(pg_catalog.substring(r.body, 1, ${SHOWN}), 'base64') as body,
        pg_catalog.octet_length(r.body) as body_bytes, pg_catalog.left(a.content, ${SHOWN}) as content,
        pg_catalog.char_length(a.content) as content_length
      from ${REQUESTS} as r ${ANSWER} where r.id = $1 limit 1`,
      [id],
    );
    const [row] = rows;
    if (row === undefined)
      throw new PlatformError(
        'not_found',
        'This request is not kept any more: answers are kept for six hours.',
      );
    const shown = (json: string | null) =>
      (pairsOf(json ?? '{}') ?? []).map(({ name, value }) => ({ name, value: seesTexts ? value : null }));
    const body = row.body === null ? null : Buffer.from(row.body, 'base64').toString();
    return {
      ...presentDelivery(row, seesTexts),
      request_headers: shown(row.request_headers),
      request_body:
        body === null || !seesTexts ? null : { text: body, is_cut: Number(row.body_bytes) > SHOWN },
      response_headers: shown(row.answer_headers),
      response_body:
        row.content === null || !seesTexts
          ? null
          : { text: row.content, is_cut: Number(row.content_length) > SHOWN },
    };
  });
}

function presentDelivery(row: DeliveryRow, seesTexts: boolean): WebhookDelivery {
  const { hook_name: name, status_code: status } = row;
  const isFine = status !== null && status >= 200 && status < 400;
  const isWaiting = row.ended_at === null;
  return {
    id: row.id,
    hook: name === null ? null : { name, schema: row.hook_schema, table: row.hook_table },
    state: isWaiting ? 'waiting' : isFine ? 'succeeded' : 'failed',
    method: row.method,
    url: seesTexts ? row.url : withoutSecrets(row.url),
    status_code: status,
    error: row.error,
    attempts: row.attempts,
    created_at: momentOf(row.created_at),
    next_at: isWaiting ? momentOf(row.next_at) : null,
    ended_at: momentOf(row.ended_at),
    took_ms: row.took_ms,
  };
}

function momentOf(text: string | null): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
