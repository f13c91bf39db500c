import { ClusterError } from '@basalt/clusters';
import { QueryError, withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { isActive } from '../projects/transitions.ts';
import { type DatabaseSide, readDatabaseSide } from './database-side.ts';
import type { DataApiSettings } from './settings.ts';
import { readDataApiSettings } from './store.ts';

const PATIENCE_MS = 2_000;

export interface DataApi {
  /** What is in force. */
  settings: DataApiSettings;
  /** Null while the database does not answer. */
  database: DatabaseSide | null;
}

/** The Data API of a project as it is now, as far as can be known: a paused project has settings too. */
export async function readDataApi(dependencies: Dependencies, project: ProjectRow): Promise<DataApi> {
  const settings = await readDataApiSettings(dependencies.db, project.id);
  const database = isActive(project.status) ? await askDatabase(dependencies, project.ref) : null;
  // Switched off is switched off, whatever the database says.
  if (database === null || settings.db_schema === '') return { settings, database };
  return { settings: { ...settings, ...database.stored }, database };
}

async function askDatabase({ clusters }: Dependencies, ref: string): Promise<DatabaseSide | null> {
  try {
    return await withClient(await clusters.address(ref), readDatabaseSide, {
      connectTimeoutMs: PATIENCE_MS,
    });
  } catch (error) {
    if (error instanceof QueryError || error instanceof ClusterError) return null;
    throw error;
  }
}
