import type { Project, ProjectAbility, ProjectStatus } from '@basalt/contract';

/** What people can do to a whole project from a button. */
export type CommandName = 'pause' | 'restore' | 'restart' | 'delete';

interface CommandRule {
  ability: ProjectAbility;
  /** Said to whoever lacks the ability. */
  denied: string;
  /** The status the server gives the project when it accepts the command. */
  during: ProjectStatus;
  /** Statuses from which the server accepts the command. It has the last word; this spares people the refusal. */
  from: readonly ProjectStatus[];
}

export const COMMANDS: Record<CommandName, CommandRule> = {
  pause: {
    ability: 'pause_project',
    denied: 'You need additional permissions to pause this project',
    during: 'PAUSING',
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'PAUSE_FAILED', 'RESTORE_FAILED'],
  },
  restore: {
    ability: 'resume_project',
    denied: 'You need additional permissions to resume this project',
    during: 'RESTORING',
    from: ['INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'],
  },
  restart: {
    ability: 'restart_project',
    denied: 'You need additional permissions to restart this project',
    during: 'RESTARTING',
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  },
  delete: {
    ability: 'delete_project',
    denied: 'You need additional permissions to delete this project',
    during: 'GOING_DOWN',
    from: [
      'ACTIVE_HEALTHY',
      'ACTIVE_UNHEALTHY',
      'INACTIVE',
      'INIT_FAILED',
      'PAUSE_FAILED',
      'RESTORE_FAILED',
      'UNKNOWN',
    ],
  },
};

/** Why a command cannot be given now, as the text of a tooltip; null when it can. */
export function whyNot(
  command: CommandName,
  { abilities, status }: Pick<Project, 'abilities' | 'status'>,
): string | null {
  const { ability, denied, from } = COMMANDS[command];
  if (!abilities[ability]) return denied;
  if (from.includes(status)) return null;
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  if (command === 'restore') return 'The project is not paused.';
  return 'Wait until the change that is under way is finished.';
}
