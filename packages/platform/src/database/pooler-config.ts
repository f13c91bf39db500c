import type { Connection, PoolerSettings } from '@basalt/contract';
import { directShare, POOLER_CLIENTS, poolerShare } from '@basalt/project';
import type { ProjectRow } from '../kernel/schema.ts';
import { poolOf } from '../project-cluster/pool-of.ts';
import { maxConnectionsOf } from '../project-cluster/sizes.ts';
import { connectionString } from './connection.ts';

type PooledRow = Pick<ProjectRow, 'ref' | 'compute_size' | 'postgres_config' | 'pooler_size'>;

/** What was asked for the pooler of a project, and what its database gives. */
export function poolerSettings(project: PooledRow, { pooler }: Connection): PoolerSettings {
  const maxConnections = maxConnectionsOf(project);
  return {
    is_open: pooler.transaction !== null,
    pool_size: project.pooler_size,
    default_pool_size: poolerShare(maxConnections),
    max_pool_size: directShare(maxConnections),
    max_connections: maxConnections,
    max_clients: POOLER_CLIENTS,
  };
}

/**
 * The management API's description of the pooler. Its connections are for transactions: clients that need a session take the other
 * port. Where the pooler is not open, clients connect to the cluster itself, and sessions are whole.
 */
export function poolerConfig(project: PooledRow, connection: Connection) {
  const { ref } = project;
  const { transaction, is_own } = connection.pooler;
  const { host, port, user, database, password } =
    transaction === null
      ? connection
      : {
          ...connection,
          host: connection.pooler.host,
          port: transaction,
          user: is_own ? connection.user : `${connection.user}.${ref}`,
        };
  const pooled = poolerSettings(project, connection);
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
    default_pool_size: pooled.is_open ? poolOf(project).connections : null,
    max_client_conn: pooled.is_open ? pooled.max_clients : null,
    pool_mode: pooled.is_open ? ('transaction' as const) : ('session' as const),
  };
}
