/** The kinds of objects that are made or read, and where the API server has them. */
export const KINDS = {
  cluster: { group: 'postgresql.cnpg.io', version: 'v1', kind: 'Cluster', plural: 'clusters' },
  backup: { group: 'postgresql.cnpg.io', version: 'v1', kind: 'Backup', plural: 'backups' },
  schedule: {
    group: 'postgresql.cnpg.io',
    version: 'v1',
    kind: 'ScheduledBackup',
    plural: 'scheduledbackups',
  },
  pooler: { group: 'postgresql.cnpg.io', version: 'v1', kind: 'Pooler', plural: 'poolers' },
  secret: { group: '', version: 'v1', kind: 'Secret', plural: 'secrets' },
} as const;

export type KindName = keyof typeof KINDS;

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** Any object, with the parts that all kinds have. What else it holds was written by others. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** The `apiVersion` of a kind. */
export function apiVersionOf(name: KindName): string {
  const { group, version } = KINDS[name];
  return group === '' ? version : `${group}/${version}`;
}

/** As permissions and error messages name it. */
export function resourceOf(name: KindName): string {
  const { group, plural } = KINDS[name];
  return group === '' ? plural : `${plural}.${group}`;
}
