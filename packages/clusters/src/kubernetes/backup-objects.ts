import type { KeptBackup } from '../attached/server-keeper.ts';
import { BARMAN_PLUGIN, clusterName } from './cluster-object.ts';
import type { KubernetesObject } from './kinds.ts';
import { labelsOf } from './own-objects.ts';

/** The operator gives it to the backups that it makes by schedule, with the cluster's name; those that are made here have it too. */
export const CLUSTER_LABEL = 'cnpg.io/cluster';
/** Only backups by schedule have it. */
const SCHEDULE_LABEL = 'cnpg.io/scheduled-backup';

/** The fields of a `Backup` that are written or read here. */
export interface BackupObject extends KubernetesObject {
  spec: {
    cluster: { name: string };
    method: 'plugin' | 'volumeSnapshot';
    pluginConfiguration?: { name: string };
  };
  status?: {
    phase?: string;
    error?: string;
    startedAt?: string;
    stoppedAt?: string;
    /** What the archive knows it by. */
    backupId?: string;
    majorVersion?: number;
  };
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
    metadata: { name, labels: { ...labelsOf(ref), [CLUSTER_LABEL]: clusterName(ref) } },
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

/** A backup as its object tells. */
export function keptBackupOf({ metadata, spec, status = {} }: BackupObject): KeptBackup {
  const { phase, error, startedAt, stoppedAt, backupId, majorVersion } = status;
  const state = phase === 'completed' ? 'done' : phase === 'failed' ? 'failed' : 'running';
  return {
    name: metadata.name,
    state,
    error: state === 'failed' ? (error ?? 'CloudNativePG does not say why.') : null,
    isScheduled: metadata.labels?.[SCHEDULE_LABEL] !== undefined,
    isRestorable: state === 'done' && spec.method === 'plugin' && backupId !== undefined,
    major: majorVersion ?? null,
    startedAt: startedAt === undefined ? null : new Date(startedAt),
    finishedAt: stoppedAt === undefined ? null : new Date(stoppedAt),
  };
}
