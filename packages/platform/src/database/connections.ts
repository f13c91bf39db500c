import type { DatabaseConnections, EndIdleInput } from '@basalt/contract';
import { type Connections, endIdleConnections, type IdleConnection, listConnections } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import type { Actor } from '../kernel/ports.ts';
import { keepConnectionsLevel } from '../project-cluster/connections-level.ts';
import { OWNER_ROLE, ROLES_OF_SERVICES, SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { withDatabase } from './with-database.ts';

/**
 * The connections that a project's people have opened, and which of them are idle. Asked as the superuser, who gets a connection
 * when they have taken all of theirs.
 */
export async function readConnections(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<DatabaseConnections> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const found = await withDatabase(dependencies, project, SUPERUSER_ROLE, list);
  await keepConnectionsLevel(dependencies.db, project, found);
  const seesTexts = may('run_sql', role);
  return { used: found.used, limit: found.limit, idle: found.idle.map((each) => present(each, seesTexts)) };
}

/**
 * Closes idle connections of one kind, or one of them, and answers how many there were. Those of the services stay.
 * @throws PlatformError `forbidden` for those who may not change the database
 */
export async function endIdle(
  dependencies: Dependencies,
  actor: Actor,
  { ref, connection, ...kind }: EndIdleInput,
): Promise<{ ended: number }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const name = connection && { pid: connection.pid, connectedAt: connection.connected_at };
  const { ended, before } = await withDatabase(dependencies, project, SUPERUSER_ROLE, async (client) => ({
    before: await list(client),
    ended: await endIdleConnections(client, ROLES_OF_SERVICES, { ...kind, connection: name }),
  }));
  // Asked now, some would still be on their way.
  await keepConnectionsLevel(dependencies.db, project, { ...before, used: before.used - ended });
  return { ended };
}

function list(client: Parameters<typeof listConnections>[0]): Promise<Connections> {
  return listConnections(client, ROLES_OF_SERVICES, OWNER_ROLE);
}

function present(found: IdleConnection, seesTexts: boolean) {
  return {
    pid: found.pid,
    connected_at: found.connectedAt,
    milliseconds: Math.round(found.milliseconds),
    user: found.user,
    database: found.database,
    application: found.application,
    client: found.client,
    query: seesTexts ? found.query : hideLiterals(found.query),
  };
}
