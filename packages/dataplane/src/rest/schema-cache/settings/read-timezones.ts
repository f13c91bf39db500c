import type { CatalogClient } from '../catalog/catalog-client.ts';
import { TIMEZONES_SQL } from './settings-sql.ts';

// They come with the server's build, so all projects of one version share them.
const byVersion = new Map<string, ReadonlySet<string>>();

/** The names of time zones that a server of this version knows. */
export async function readTimezones(client: CatalogClient, version: string): Promise<ReadonlySet<string>> {
  const known = byVersion.get(version);
  if (known) return known;
  const { rows } = await client.query(TIMEZONES_SQL);
  const [row] = rows as { timezones: string }[];
  const timezones = new Set(JSON.parse(row?.timezones ?? '[]') as string[]);
  byVersion.set(version, timezones);
  return timezones;
}
