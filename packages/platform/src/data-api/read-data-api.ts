import { ClusterError } from '@basalt/clusters';
import type { DataApiConfig, V1DataApiConfig } from '@basalt/contract';
import { QueryError, withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { askProject, readAnswer, sentenceOf } from '../projects/ask-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { isActive } from '../projects/transitions.ts';
import { type DatabaseSide, readDatabaseSide } from './database-side.ts';
import { type DataApiSettings, readDataApiSettings } from './settings.ts';

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

export function presentV1DataApi({ settings }: DataApi): V1DataApiConfig {
  return {
    ...settings,
    db_pool_acquisition_timeout: null,
    db_pool_max_lifetime: null,
    db_pool_max_idletime: null,
  };
}

export function presentDataApi({ settings, database }: DataApi): DataApiConfig {
  return {
    ...settings,
    rls_on_new_tables: database?.rlsOnNewTables ?? null,
    available_schemas: database?.schemas ?? null,
  };
}

/**
 * The OpenAPI document that the project's Data API makes of its database. As with everything that is read from a database, one that restarts is
 * waited for.
 * @param schema one of those that it serves; default: the first
 * @throws PlatformError `bad_request` for a schema that it does not serve, `conflict` when the project is paused, `unavailable`
 */
export async function readApiDocument(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  schema?: string,
): Promise<Record<string, unknown>> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  await readyDatabase(dependencies, project, READ_ONLY_ROLE);
  await dependencies.untilServed(ref);
  const response = await askProject(dependencies, ref, '/rest/v1/', {
    headers: {
      accept: 'application/openapi+json',
      ...(schema === undefined ? {} : { 'accept-profile': encodeURIComponent(schema) }),
    },
  });
  const body = await readAnswer(response);
  if (response.ok) return body;
  if (response.status === 406)
    throw new PlatformError('bad_request', `schema: ${sentenceOf(body, 'The Data API does not serve it.')}`, {
      field: 'schema',
    });
  throw new PlatformError('unavailable', sentenceOf(body, "The project's Data API does not answer."));
}
