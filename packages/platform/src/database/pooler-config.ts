import type { Connection } from '@basalt/contract';
import { POOLER_CLIENTS, poolerShare } from '@basalt/project';
import { connectionString } from './connection.ts';

/**
 * The management API's description of the pooler. Its connections are for transactions: clients that need a session take the other
 * port. Where the pooler is not open, clients connect to the cluster itself, and sessions are whole.
 */
export function poolerConfig(ref: string, connection: Connection, maxConnections: number) {
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
    default_pool_size: transaction === null ? null : poolerShare(maxConnections),
    max_client_conn: transaction === null ? null : POOLER_CLIENTS,
    pool_mode: transaction === null ? ('session' as const) : ('transaction' as const),
  };
}
