import type { ClusterDriver } from '@basalt/clusters';
import type { HEALTH_SERVICES, ServiceHealth } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import type { ProjectRow } from '../kernel/schema.ts';
import { describeStatus } from './transitions.ts';

type Service = (typeof HEALTH_SERVICES)[number];

/** The role with which each service that exists reaches the database. Clients connect directly: the pooler is the database. */
const ROLE: Partial<Record<Service, string>> = {
  db: 'supabase_admin',
  db_postgres_user: 'postgres',
  pooler: 'postgres',
  pg_bouncer: 'postgres',
};
const STARTING = new Set(['COMING_UP', 'RESTORING', 'RESTARTING']);
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
  if (STARTING.has(project.status)) return { name, healthy: false, status: 'COMING_UP' };
  const unhealthy = (error: string): ServiceHealth => ({ name, healthy: false, status: 'UNHEALTHY', error });
  const role = ROLE[name];
  if (role === undefined) return unhealthy('This service is not part of this version yet.');
  if (!project.status.startsWith('ACTIVE'))
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
