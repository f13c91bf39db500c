import { type Project, type ProjectAbility, TRANSITIONS } from '@basalt/contract';
import { isSomebodyElses } from '../../lib/is-somebody-elses.ts';

/** What people can do to a whole project from a button. */
export type CommandName = 'pause' | 'restore' | 'restart' | 'delete';

interface CommandRule {
  ability: ProjectAbility;
  /** Said to whoever lacks the ability. */
  denied: string;
}

export const COMMANDS: Record<CommandName, CommandRule> = {
  pause: {
    ability: 'pause_project',
    denied: 'You need additional permissions to pause this project',
  },
  restore: {
    ability: 'resume_project',
    denied: 'You need additional permissions to resume this project',
  },
  restart: {
    ability: 'restart_project',
    denied: 'You need additional permissions to restart this project',
  },
  delete: {
    ability: 'delete_project',
    denied: 'You need additional permissions to delete this project',
  },
};

/** Said where something is a matter of the server of an attached database. */
const DONE_ELSEWHERE = 'This is done where the database’s server runs.';

/** Why a command cannot be given now, as the text of a tooltip; null when it can. */
export function disabledReason(
  command: CommandName,
  { abilities, status, ...server }: Pick<Project, 'abilities' | 'status' | 'is_attached' | 'kept_by'>,
): string | null {
  const { ability, denied } = COMMANDS[command];
  if (!abilities[ability]) return denied;
  if (isSomebodyElses(server) && command !== 'delete') return DONE_ELSEWHERE;
  if (TRANSITIONS[command].from.includes(status)) return null;
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  if (command === 'restore') return 'The project is not paused.';
  return 'Wait until the change that is under way is finished.';
}
