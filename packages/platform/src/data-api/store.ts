import type { Database } from '../kernel/open-database.ts';
import { DATA_API_DEFAULTS, type DataApiSettings } from './settings.ts';

/** What the platform knows: settings stored in the project's database win over it, see `readDatabaseSide`. */
export async function readDataApiSettings(db: Database, projectId: number): Promise<DataApiSettings> {
  const { postgrest } = await db
    .selectFrom('project_api_settings')
    .select('postgrest')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { ...DATA_API_DEFAULTS, ...postgrest };
}
