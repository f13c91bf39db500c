import { BARMAN_PLUGIN, clusterName } from './cluster-object.ts';
import type { KubernetesObject } from './kinds.ts';
import { labelsOf } from './own-objects.ts';

/** The fields of a `Backup` that are written or read here. */
export interface BackupObject extends KubernetesObject {
  spec: {
    cluster: { name: string };
    method: 'plugin' | 'volumeSnapshot';
    pluginConfiguration?: { name: string };
  };
  status?: { phase?: string; error?: string; startedAt?: string; stoppedAt?: string };
}

/** The fields of a `ScheduledBackup` that are written or read here. */
export interface ScheduleObject extends KubernetesObject {
  spec: {
    schedule: string;
    suspend: boolean;
    cluster: { name: string };
    method: 'plugin';
    pluginConfiguration: { name: string };
    backupOwnerReference: 'cluster';
    immediate: boolean;
  };
}

export function describeBackup(ref: string, name: string, method: 'archive' | 'snapshot'): BackupObject {
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Backup',
    metadata: { name, labels: labelsOf(ref) },
    spec: {
      cluster: { name: clusterName(ref) },
      ...(method === 'snapshot'
        ? { method: 'volumeSnapshot' }
        : { method: 'plugin', pluginConfiguration: { name: BARMAN_PLUGIN } }),
    },
  };
}

/** The first backup is made at once: until then there is nothing that the archive could be replayed on. */
export function describeSchedule(ref: string, schedule: string): ScheduleObject {
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'ScheduledBackup',
    metadata: { name: `${clusterName(ref)}-schedule`, labels: labelsOf(ref) },
    spec: {
      schedule,
      suspend: false,
      cluster: { name: clusterName(ref) },
      method: 'plugin',
      pluginConfiguration: { name: BARMAN_PLUGIN },
      backupOwnerReference: 'cluster',
      immediate: true,
    },
  };
}
