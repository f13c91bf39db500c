import type { Pool } from '@basalt/clusters';
import { directShare, POOLER_CLIENTS, poolerShare } from '@basalt/project';
import type { ProjectRow } from '../kernel/schema.ts';
import { maxConnectionsOf } from './sizes.ts';

/** What the clients of a project's pooler share: as many connections as were asked for, as far as its server leaves them to clients. */
export function poolOf({
  pooler_size,
  ...project
}: Pick<ProjectRow, 'compute_size' | 'postgres_config' | 'pooler_size'>): Pool {
  const maxConnections = maxConnectionsOf(project);
  return {
    connections: Math.min(pooler_size ?? poolerShare(maxConnections), directShare(maxConnections)),
    clients: POOLER_CLIENTS,
  };
}
