import type { Pipeline } from '@basalt/postgres';
import type { RowChange, SentChange } from '@basalt/postgres/replication';
import type { CallerContext } from '../../caller/request-context.ts';
import { callerSettings, runAsCaller } from '../../caller/run-as-caller.ts';
import type { Broadcast } from './broadcast.ts';

/** A row that was inserted into `realtime.messages`, by `realtime.send` or otherwise, as the broadcast that it is; null: it is none. */
export function storedBroadcast(change: SentChange): Broadcast | null {
  if (change.kind !== 'INSERT' || !isMessages(change)) return null;
  const { relation, row } = change;
  const value = (name: string) => row?.[relation.columns.findIndex((column) => column.name === name)] ?? null;
  const topic = value('topic');
  if (value('extension') !== 'broadcast' || topic === null) return null;
  const bytes = value('binary_payload');
  return {
    topic,
    isPrivate: value('private') === 't',
    event: value('event') ?? '',
    body: bytes === null ? Buffer.from(value('payload') ?? '{}') : Buffer.from(bytes.slice(2), 'hex'),
    isJson: bytes === null,
    meta: { id: value('id') },
  };
}

/** Its rows are messages and no changes of the project's tables. */
export function isMessages({ relation }: RowChange): boolean {
  return relation.schema === 'realtime' && relation.name === 'messages';
}

const REPLAY = `
  select pg_catalog.json_build_object('id', id, 'event', event, 'payload', payload,
    'bytes', pg_catalog.encode(binary_payload, 'base64'))::pg_catalog.text
  from (
    select id, event, payload, binary_payload, inserted_at from realtime.messages
    where topic = $1 and extension = 'broadcast' and private
      and inserted_at > pg_catalog.to_timestamp($2::pg_catalog.float8 / 1000) at time zone 'utc'
    order by inserted_at desc limit $3::pg_catalog.int4
  ) as latest
  order by inserted_at, id`;

/** Messages of a private channel that the caller may see, the oldest first. @throws {QueryError} */
export async function readReplay(
  pipeline: Pipeline,
  context: CallerContext,
  { topic, since, limit }: { topic: string; since: number; limit: number },
): Promise<Broadcast[]> {
  const [result] = await runAsCaller(pipeline, context, {
    settings: callerSettings({
      searchPath: ['public', 'extensions'],
      sources: [new Map([['statement_timeout', '5s']])],
      ofRequest: [['realtime.topic', topic]],
    }),
    statements: [{ sql: REPLAY, values: [topic, String(since), String(limit)], reuse: true }],
    readOnly: true,
    mayClaimsChange: true,
    pool: 'short',
    keep: null,
  });
  return (result?.rows ?? []).map(([json]) => {
    const stored = JSON.parse(json?.toString() ?? 'null') as {
      id: string;
      event: string | null;
      payload: unknown;
      bytes: string | null;
    };
    return {
      topic,
      isPrivate: true,
      event: stored.event ?? '',
      body:
        stored.bytes === null
          ? Buffer.from(JSON.stringify(stored.payload ?? {}))
          : Buffer.from(stored.bytes, 'base64'),
      isJson: stored.bytes === null,
      meta: { replayed: true, id: stored.id },
    };
  });
}
