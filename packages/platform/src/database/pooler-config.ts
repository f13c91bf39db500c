import type { Connection } from '@basalt/contract';
import { directShare, POOLER_CLIENTS, poolerShare } from '@basalt/project';
import type { ProjectRow } from '../kernel/schema.ts';
import { maxConnectionsOf } from '../project-cluster/sizes.ts';
import { connectionString } from './connection.ts';

type PooledRow = Pick<ProjectRow, 'ref' | 'compute_size' | 'postgres_config' | 'pooler_size'>;

/** How many connections clients of the pooler share: what was asked for, as far as the server takes it now. */
function poolerSize(project: PooledRow): number {
  const maxConnections = maxConnectionsOf(project);
  return Math.min(project.pooler_size ?? poolerShare(maxConnections), directShare(maxConnections));
}

/**
 * The management API's description of the pooler. Its connections are for transactions: clients that need a session take the other
 * port. Where the pooler is not open, clients connect to the cluster itself, and sessions are whole.
 */
export function poolerConfig(project: PooledRow, connection: Connection) {
  const { ref } = project;
  const { transaction } = connection.pooler;
  const { host, port, user, database, password } =
    transaction === null
      ? connection
      : { ...connection, host: connection.pooler.host, port: transaction, user: `${connection.user}.${ref}` };
  const text = connectionString({ host, port, user, database, password });
  return {
    identifier: ref,
    database_type: 'PRIMARY' as const,
    is_using_scram_auth: true,
    db_user: user,
    db_host: host,
    db_port: port,
    db_name: database,
    connection_string: text,
    connectionString: text,
    default_pool_size: transaction === null ? null : poolerSize(project),
    max_client_conn: transaction === null ? null : POOLER_CLIENTS,
    pool_mode: transaction === null ? ('session' as const) : ('transaction' as const),
  };
}
