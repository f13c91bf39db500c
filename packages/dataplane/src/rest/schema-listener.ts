import { type ConnectionTarget, connect } from '@basalt/postgres';

export type DatabaseClient = Awaited<ReturnType<typeof connect>>;

export interface SchemaListener {
  client: DatabaseClient;
  end(): void;
}

/**
 * A connection that hears `NOTIFY pgrst`, as DDL and owners send it. Other payloads than `reload schema`, `reload config`
 * and none are not for us.
 * @param events `changed` for a notification, `lost` once when the connection ends without our doing
 * @throws {QueryError} when there is no connection
 */
export async function listenForSchemaChanges(
  target: ConnectionTarget,
  events: { changed: () => void; lost: () => void },
): Promise<SchemaListener> {
  const client = await connect(target, { connectTimeoutMs: 5000 });
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    client.end().catch(() => {});
  };
  client.on('notification', ({ channel, payload }) => {
    if (channel === 'pgrst' && isReload(payload)) events.changed();
  });
  client.on('end', () => {
    if (!ended) events.lost();
    ended = true;
  });
  try {
    await client.query('listen pgrst');
    return { client, end };
  } catch (error) {
    end();
    throw error;
  }
}

function isReload(payload: string | undefined): boolean {
  return !payload || payload === 'reload schema' || payload === 'reload config';
}
