import type { ProjectStatus } from '@basalt/contract';

/**
 * Whether a project's changes are archived: `always` while its database may be written to, `once` to bring the rest in after it
 * stopped, `never` while there is no database of its own yet, or none any more.
 */
export type ArchivePace = 'always' | 'once' | 'never';

const PACE: Record<ProjectStatus, ArchivePace> = {
  ACTIVE_HEALTHY: 'always',
  ACTIVE_UNHEALTHY: 'always',
  RESTARTING: 'always',
  RESIZING: 'always',
  UPGRADING: 'always',
  PAUSING: 'always',
  RESTORING: 'always',
  INACTIVE: 'once',
  PAUSE_FAILED: 'once',
  RESTORE_FAILED: 'once',
  UNKNOWN: 'once',
  COMING_UP: 'never',
  INIT_FAILED: 'never',
  GOING_DOWN: 'never',
  REMOVED: 'never',
};

export function archivePace(status: ProjectStatus): ArchivePace {
  return PACE[status];
}
