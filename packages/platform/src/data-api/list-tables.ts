import type { ApiTable } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { listTableAccess } from '@basalt/postgres/catalog';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { readDatabaseSide, servedSchemasOf } from './database-side.ts';
import { readDataApiSettings } from './settings.ts';

/** Every table and view that the Data API exposes, and who can reach it. */
export async function listTables(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<{ exposed_schemas: string[]; tables: ApiTable[] }> {
  const { db } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'read_sql');
  const settings = await readDataApiSettings(db, project.id);
  const target = await readyDatabase(dependencies, project, SUPERUSER_ROLE);
  return withClient(target, async (client) => {
    const { stored } = await readDatabaseSide(client);
    const exposed = servedSchemasOf(settings, stored);
    return { exposed_schemas: exposed, tables: await listTableAccess(client, exposed) };
  });
}
