import type { Pool } from '../driver.ts';
import { clusterName } from './cluster-object.ts';
import type { KubernetesObject } from './kinds.ts';
import { labelsOf } from './own-objects.ts';

/** The fields of a `Pooler` that are written or read here. */
export interface PoolerObject extends KubernetesObject {
  spec: {
    cluster: { name: string };
    type: 'rw';
    /** Pods of PgBouncer. */
    instances: number;
    pgbouncer: { poolMode: 'transaction'; parameters: Record<string, string> };
  };
}

/** Statements that a client has prepared, kept on each connection: as many as PgBouncer keeps where nobody says. */
const PREPARED_STATEMENTS = 200;

/**
 * Also of its service. The operator names a Secret of its own `<cluster>-pooler`, and services `<cluster>-rw`, `-ro` and `-r`.
 */
export function poolerName(ref: string): string {
  return `${clusterName(ref)}-pooler-rw`;
}

/** Where applications in Kubernetes reach it. */
export function poolerHost(ref: string, namespace: string): string {
  return `${poolerName(ref)}.${namespace}.svc`;
}

/**
 * @param pods that share the connections and clients of the pool between them
 * @param running how many of them run now: none while the cluster is hibernated
 */
export function describePooler(
  ref: string,
  pods: number,
  running: number,
  { connections, clients }: Pool,
): PoolerObject {
  const size = String(Math.max(1, Math.floor(connections / pods)));
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Pooler',
    metadata: { name: poolerName(ref), labels: labelsOf(ref) },
    spec: {
      cluster: { name: clusterName(ref) },
      type: 'rw',
      instances: running,
      pgbouncer: {
        poolMode: 'transaction',
        parameters: {
          // The first counts for each role; all roles together take no more.
          default_pool_size: size,
          max_db_connections: size,
          max_client_conn: String(Math.ceil(clients / pods)),
          max_prepared_statements: String(PREPARED_STATEMENTS),
        },
      },
    },
  };
}
