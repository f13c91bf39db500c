import { withClient } from '@basalt/postgres';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { sql } from 'kysely';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow, StoredDataApi } from '../kernel/schema.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { readDatabaseSide } from './database-side.ts';
import { splitNames } from './settings.ts';

export interface DataApiChanges {
  db_schema?: string | undefined;
  db_extra_search_path?: string | undefined;
  max_rows?: number | undefined;
  db_pool?: number | null | undefined;
  rls_on_new_tables?: boolean | undefined;
}

/**
 * Changes a project's Data API. The database is told as well: it switches row level security on for new tables of exposed
 * schemas, and what was stored in it before must not win over what was said last.
 * @throws PlatformError `bad_request` for a schema that does not exist, `conflict` while the database does not run
 */
export async function changeDataApi(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  changes: DataApiChanges,
): Promise<ProjectRow> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'update_api_config');
  const target = await readyDatabase(dependencies, project, SUPERUSER_ROLE);
  const stored = await withClient(target, async (client) => {
    const { schemas } = await readDatabaseSide(client);
    const checked = checkedChanges(changes, schemas);
    await tellDatabase(client, target.database, checked, changes.rls_on_new_tables);
    return checked;
  });
  await dependencies.db.transaction().execute(async (transaction) => {
    const { postgrest: former } = await transaction
      .selectFrom('project_api_settings')
      .select('postgrest')
      .where('project_id', '=', project.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('project_api_settings')
      .set({ postgrest: sql`postgrest || ${JSON.stringify(stored)}::jsonb` })
      .where('project_id', '=', project.id)
      .execute();
    await recordChange(transaction, difference(former, { ...former, ...stored }));
  });
  return project;
}

function checkedChanges(changes: DataApiChanges, schemas: readonly string[]): StoredDataApi {
  const { db_schema, db_extra_search_path, max_rows, db_pool } = changes;
  return {
    ...(db_schema === undefined ? {} : { db_schema: checkSchemas('db_schema', db_schema, schemas) }),
    ...(db_extra_search_path === undefined
      ? {}
      : { db_extra_search_path: checkSchemas('db_extra_search_path', db_extra_search_path, schemas) }),
    ...(max_rows === undefined ? {} : { max_rows }),
    ...(db_pool === undefined ? {} : { db_pool }),
  };
}

/** What the database has stored of settings that change goes, and it hears of them. One simple query, so that all of it happens or nothing. */
export async function tellDatabase(
  client: Parameters<typeof readDatabaseSide>[0],
  database: string,
  stored: StoredDataApi,
  rls?: boolean,
): Promise<void> {
  await client.query(databaseStatements(database, stored, rls).join(';\n'));
}

function databaseStatements(database: string, stored: StoredDataApi, rls: boolean | undefined): string[] {
  const name = quoteIdent(database);
  const reset = (parameter: string) => [
    `alter role authenticator reset ${parameter}`,
    `alter role authenticator in database ${name} reset ${parameter}`,
  ];
  return [
    ...(stored.db_schema === undefined ? [] : reset('pgrst.db_schemas')),
    ...(stored.db_schema
      ? [`alter role authenticator set pgrst.db_schemas = ${quoteLiteral(stored.db_schema)}`]
      : []),
    ...(stored.db_extra_search_path === undefined ? [] : reset('pgrst.db_extra_search_path')),
    ...(stored.max_rows === undefined ? [] : reset('pgrst.db_max_rows')),
    ...(rls === undefined
      ? []
      : [
          `alter database ${name} ${rls ? 'reset basalt.rls_on_new_tables' : 'set basalt.rls_on_new_tables = off'}`,
        ]),
    `select pg_notify('pgrst', 'reload config')`,
  ];
}

/**
 * A list of schemas as it is stored: each once, in the order given.
 * @param field the setting, for the sentence
 * @throws PlatformError `bad_request` when one of them does not exist or must not be exposed
 */
export function checkSchemas(field: string, list: string, existing: readonly string[]): string {
  const names = splitNames(list);
  const unknown = names.find((name) => !existing.includes(name));
  if (unknown !== undefined)
    throw new PlatformError(
      'bad_request',
      `${field}: There is no schema ${JSON.stringify(unknown)} that the Data API could use. Create it first, or take it off the list.`,
      { field },
    );
  return names.join(',');
}
