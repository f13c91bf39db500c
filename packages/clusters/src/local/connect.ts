import pg from 'pg';
import type { ClusterAddress } from '../driver.ts';

export async function withClient<T>(
  address: ClusterAddress,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
