import type { ClusterDriver } from '@basalt/clusters';
import type { HEALTH_SERVICES, ServiceHealth } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { OWNER_ROLE } from '../database/roles.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { describeStatus, isActive, isArriving } from './transitions.ts';

type Service = (typeof HEALTH_SERVICES)[number];

/** The role with which each service that exists reaches the database. Clients connect directly: the pooler is the database. */
const ROLE: Partial<Record<Service, string>> = {
  db: 'supabase_admin',
  db_postgres_user: OWNER_ROLE,
  pooler: OWNER_ROLE,
  pg_bouncer: OWNER_ROLE,
};
const DEFAULT_TIMEOUT_MS = 2_000;

/** Asks each service whether it really answers. */
export function checkHealth(
  clusters: ClusterDriver,
  project: ProjectRow,
  services: readonly Service[],
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<ServiceHealth[]> {
  return Promise.all(services.map((service) => checkService(clusters, project, service, timeoutMs)));
}

async function checkService(
  clusters: ClusterDriver,
  project: ProjectRow,
  name: Service,
  timeoutMs: number,
): Promise<ServiceHealth> {
  if (isArriving(project.status)) return { name, healthy: false, status: 'COMING_UP' };
  const unhealthy = (error: string): ServiceHealth => ({ name, healthy: false, status: 'UNHEALTHY', error });
  const role = ROLE[name];
  if (role === undefined) return unhealthy('This service is not part of this version yet.');
  if (!isActive(project.status))
    return unhealthy(`The project does not answer: ${describeStatus(project.status)}.`);
  try {
    const address = await clusters.address(project.ref);
    await withClient({ ...address, user: role }, (client) => client.query('select 1'), {
      connectTimeoutMs: timeoutMs,
    });
    return { name, healthy: true, status: 'ACTIVE_HEALTHY' };
  } catch (error) {
    return unhealthy(error instanceof Error ? error.message : 'The database does not answer.');
  }
}
