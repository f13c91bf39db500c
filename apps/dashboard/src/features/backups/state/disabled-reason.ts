import { type Project, type ProjectAbility, STANDING_FROM, TRANSITIONS } from '@basalt/contract';

/** What people can do about backups. */
export type BackupAct =
  | 'take'
  | 'manage'
  | 'remove'
  | 'restore'
  | 'restore-to-new'
  | 'download'
  | 'download-now'
  | 'amend';

interface Rule {
  ability: ProjectAbility;
  /** Said to whoever lacks the ability. */
  denied: string;
  /** Statuses in which it can begin; absent: any. */
  from?: readonly Project['status'][];
  /** Only while nothing else is done to the project. */
  isAlone?: boolean;
}

const DOWNLOAD = 'You need additional permissions to download backups';

const RULES: Record<BackupAct, Rule> = {
  take: {
    ability: 'back_up',
    denied: 'You need additional permissions to take backups',
    from: STANDING_FROM.back_up,
    isAlone: true,
  },
  manage: { ability: 'back_up', denied: 'You need additional permissions to manage backups' },
  remove: {
    ability: 'back_up',
    denied: 'You need additional permissions to delete backups',
    isAlone: true,
  },
  restore: {
    ability: 'restore_backup',
    denied: 'You need additional permissions to restore backups',
    from: TRANSITIONS.restore_backup.from,
    isAlone: true,
  },
  'restore-to-new': {
    ability: 'restore_backup',
    denied: 'You need additional permissions to restore backups',
  },
  download: { ability: 'download_backup', denied: DOWNLOAD },
  'download-now': {
    ability: 'download_backup',
    denied: DOWNLOAD,
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'],
  },
  amend: {
    ability: 'amend_subscription',
    denied: 'You need additional permissions to amend subscriptions.',
  },
};

/** Why something cannot be done now, as the text of a tooltip; null when it can. `isBusy`: an operation is at work. */
export function disabledReason(
  act: BackupAct,
  { abilities, status }: Pick<Project, 'abilities' | 'status'>,
  isBusy: boolean,
): string | null {
  const { ability, denied, from, isAlone = false } = RULES[act];
  if (!abilities[ability]) return denied;
  if (from !== undefined && !from.includes(status)) {
    return status === 'INACTIVE'
      ? 'The project is paused. Restore it first.'
      : 'Wait until the change that is under way is finished.';
  }
  return isAlone && isBusy ? 'Wait until the operation that is under way is finished.' : null;
}
