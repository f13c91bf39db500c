import { DATA_API_DEFAULTS } from '@basalt/contract/api-defaults';
import type { Database } from '../kernel/open-database.ts';
import type { StoredDataApi } from '../kernel/schema.ts';

export type DataApiSettings = Required<StoredDataApi>;

/** The names of a comma-separated list, without blanks and repetitions. */
export function splitNames(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** What the platform knows: settings stored in the project's database win over it, see `readDatabaseSide`. */
export async function readDataApiSettings(db: Database, projectId: number): Promise<DataApiSettings> {
  const { postgrest } = await db
    .selectFrom('project_api_settings')
    .select('postgrest')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { ...DATA_API_DEFAULTS, ...postgrest };
}
