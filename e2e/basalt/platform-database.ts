import path from 'node:path';
import { Client } from 'pg';
import type { Basalt } from './start-basalt.ts';

/** A connection to the platform's own database, as the operator of the machine has it: its private socket trusts them. */
export async function withPlatformDatabase<Result>(
  { home }: Pick<Basalt, 'home'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    host: path.join(home, 'run/platform'),
    port: 5432,
    user: 'supabase_admin',
    database: 'postgres',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
