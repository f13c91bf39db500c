import type { Project } from '@basalt/contract';
import { TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../refresh-project.ts';
import type { CommandName } from './commands.ts';

/** What is done at the press of a button and a question. */
export type SimpleCommand = Extract<CommandName, 'pause' | 'restart'>;
/** What a restart stops and starts: the database with all services of the project, or the database alone. */
export type RestartScope = 'project' | 'database';

const LABELS: Record<SimpleCommand, { done: string; failed: string }> = {
  pause: { done: 'Pausing project', failed: 'Failed to pause project' },
  restart: { done: 'Restarting project', failed: 'Failed to restart project' },
};

const ACTS: Record<SimpleCommand, (ref: string, scope: RestartScope) => Promise<unknown>> = {
  pause: (ref) => api.projects.pause({ ref }),
  restart: (ref, scope) => api.projects.restart({ ref, scope }),
};

/** Pauses or restarts a project. The page of the new status appears as soon as the server has accepted. */
export function useCommand(project: Project, command: SimpleCommand, scope: RestartScope = 'project') {
  const queryClient = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: { mutationFn: () => ACTS[command](project.ref, scope) },
    done: LABELS[command].done,
    failed: (message) => `${LABELS[command].failed}: ${message}`,
    onDone: () => showStatus(queryClient, project.ref, TRANSITIONS[command].during),
  });
  return { run: () => run(undefined), isRunning };
}
