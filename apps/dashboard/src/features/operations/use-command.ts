import type { Project } from '@basalt/contract';
import { TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import type { CommandName } from './commands.ts';
import { showStatus } from './refresh-project.ts';

type Repeatable = Exclude<CommandName, 'delete'>;

const WORDS: Record<Repeatable, { done: string; failed: string }> = {
  pause: { done: 'Pausing project', failed: 'Failed to pause project' },
  restore: { done: 'Restoring project', failed: 'Failed to restore project' },
  restart: { done: 'Restarting project', failed: 'Failed to restart project' },
};

const MUTATIONS = {
  pause: () => orpc.projects.pause.mutationOptions(),
  restore: () => orpc.projects.restore.mutationOptions(),
  restart: () => orpc.projects.restart.mutationOptions(),
};

/** Pauses, restores or restarts a project. The page of the new status appears as soon as the server has accepted. */
export function useCommand(project: Project, command: Repeatable) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: MUTATIONS[command](),
    done: WORDS[command].done,
    failed: (message) => `${WORDS[command].failed}: ${message}`,
    onDone: () => showStatus(queryClient, project.ref, TRANSITIONS[command].during),
  });
  return { run: () => run({ ref: project.ref }), isRunning };
}
