import { type Project, TRANSITIONS } from '@basalt/contract';

type Asked = Pick<Project, 'abilities' | 'status'>;

const CHANGING = 'Wait until the change that is under way is finished.';

/** Why an upgrade cannot be started now, as the text of a tooltip; null when it can. */
export function upgradeDisabledReason({ abilities, status }: Asked): string | null {
  if (!abilities.upgrade_project) return 'You need additional permissions to upgrade this project';
  if (TRANSITIONS.upgrade.from.includes(status)) return null;
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  if (status === 'ACTIVE_UNHEALTHY') return 'The database does not answer. Restart the project first.';
  return CHANGING;
}

/** The same for calling an upgrade off. */
export function cancelDisabledReason({ abilities }: Pick<Project, 'abilities'>): string | null {
  return abilities.upgrade_project ? null : 'You need additional permissions to cancel this upgrade';
}

/** The same for going back to the old cluster. */
export function goBackDisabledReason({ abilities, status }: Asked): string | null {
  if (!abilities.restore_backup) return 'You need additional permissions to restore backups';
  return TRANSITIONS.return_to.from.includes(status) ? null : CHANGING;
}

/** The same for deleting the old cluster. */
export function discardDisabledReason({ abilities, status }: Asked): string | null {
  if (!abilities.back_up) return 'You need additional permissions to manage backups';
  return TRANSITIONS.return_to.from.includes(status) ? null : CHANGING;
}
