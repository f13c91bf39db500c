import { withClient } from '@basalt/postgres';
import type { ClusterAddress } from '../driver.ts';
import type { LocalDriver } from './local-driver.ts';

/** What tells the databases of these tests apart: the tables in the schema public, sorted. */
export async function tablesAt(address: ClusterAddress): Promise<string[]> {
  const sql = `select relname as name from pg_class where relnamespace = 'public'::regnamespace order by 1`;
  const { rows } = await withClient(address, (client) => client.query<{ name: string }>(sql));
  return rows.map(({ name }) => name);
}

/** Starts the cluster if need be. */
export async function tablesOf(driver: LocalDriver, ref: string): Promise<string[]> {
  return tablesAt((await driver.start(ref)).address);
}

/** Makes a table and stops the cluster. */
export async function addTable(driver: LocalDriver, ref: string, name: string): Promise<void> {
  const { address } = await driver.start(ref);
  await withClient(address, (client) => client.query(`create table public.${name} ()`));
  await driver.stop(ref);
}
