import type { ClusterSettings } from '@basalt/clusters';
import type { ProjectRow } from '../kernel/schema.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';

/**
 * Settings under which nobody but the platform reaches a project's database: no port is open, so what is written to it while
 * it is being moved cannot be lost. Undone by the next start with its own settings.
 */
export function privateSettings(project: ProjectRow): ClusterSettings {
  const settings = settingsOf(project);
  return { ...settings, parameters: { ...settings.parameters, listen_addresses: '' } };
}

/**
 * Settings for a new cluster while it is being filled. A crash meanwhile costs only the copy, which begins again: so nothing is
 * written twice and nothing waits for the disk. Taking the old cluster's place flushes all of it.
 */
export function copySettings(project: ProjectRow): ClusterSettings {
  // Indexes are made anew, from more temporary files than the project's people may have.
  const { temporaryFilesMb: _, ...settings } = privateSettings(project);
  return {
    ...settings,
    maxWalSizeMb: 4_096,
    maxWalSenders: 0,
    parameters: {
      ...settings.parameters,
      wal_level: 'minimal',
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      autovacuum: 'off',
      maintenance_work_mem: '128MB',
    },
  };
}
