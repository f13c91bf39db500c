import type { RestartScope, SimpleCommand } from './use-command.ts';

interface CommandLabels {
  label: string;
  /** What will happen, before it does. */
  question: string;
}

const PAUSE: CommandLabels = {
  label: 'Pause project',
  question:
    'The database stops and every connection to it is closed, so apps that use this project stop working. All data is kept, and the project can be restored at any time.',
};

const RESTART: Record<RestartScope, CommandLabels> = {
  project: {
    label: 'Restart project',
    question:
      'The database and all services of the project stop and start again. Open connections are closed and statements under way are cancelled; committed data is safe.',
  },
  database: {
    label: 'Restart database',
    question:
      'The database stops and starts again; the other services of the project go on and connect again by themselves. Open connections are closed and statements under way are cancelled; committed data is safe.',
  },
};

/** What a command is called and what it does. */
export function commandLabels(command: SimpleCommand, scope: RestartScope = 'project'): CommandLabels {
  return command === 'pause' ? PAUSE : RESTART[scope];
}
