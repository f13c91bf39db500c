import type { ProjectStatus } from '@basalt/contract';

export type StatusTone = 'ok' | 'live' | 'warn' | 'danger' | 'idle';

const LOOKS: Record<ProjectStatus, { label: string; tone: StatusTone }> = {
  ACTIVE_HEALTHY: { label: 'Active', tone: 'ok' },
  ACTIVE_UNHEALTHY: { label: 'Unhealthy', tone: 'warn' },
  INACTIVE: { label: 'Paused', tone: 'idle' },
  COMING_UP: { label: 'Setting up', tone: 'live' },
  GOING_DOWN: { label: 'Going down', tone: 'live' },
  PAUSING: { label: 'Pausing', tone: 'live' },
  PAUSE_FAILED: { label: 'Pause failed', tone: 'danger' },
  INIT_FAILED: { label: 'Setup failed', tone: 'danger' },
  RESTORING: { label: 'Restoring', tone: 'live' },
  RESTORE_FAILED: { label: 'Restore failed', tone: 'danger' },
  RESTARTING: { label: 'Restarting', tone: 'live' },
  RESIZING: { label: 'Resizing', tone: 'live' },
  UPGRADING: { label: 'Upgrading', tone: 'live' },
  UNKNOWN: { label: 'Initiating', tone: 'live' },
  REMOVED: { label: 'Removed', tone: 'idle' },
};

/** Every status a project of a list can have, the usual ones first. */
export const LISTED_STATUSES = (Object.keys(LOOKS) as ProjectStatus[]).filter(
  (status) => status !== 'REMOVED',
);

/** The word and color a project status is shown with. `live` means something is happening now. */
export function statusLook(status: ProjectStatus): { label: string; tone: StatusTone } {
  return LOOKS[status];
}
