import type { Connection } from '@basalt/contract';
import { connectionString } from './connection.ts';

/** The management API's pooler description. Clients connect to the cluster itself, so sessions are whole. */
export function poolerConfig(ref: string, connection: Connection) {
  const text = connectionString(connection);
  return {
    identifier: ref,
    database_type: 'PRIMARY' as const,
    is_using_scram_auth: true,
    db_user: connection.user,
    db_host: connection.host,
    db_port: connection.port,
    db_name: connection.database,
    connection_string: text,
    connectionString: text,
    default_pool_size: null,
    max_client_conn: null,
    pool_mode: 'session' as const,
  };
}
