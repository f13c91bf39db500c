import type { Project } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { COMMANDS } from './commands.ts';
import { isProjectPath } from './is-project-path.ts';
import { showStatus } from './refresh-project.ts';

/** Deletes a project. Whoever is still on one of its pages then lands on the project list. */
export function useDeleteProject({ ref, name }: Pick<Project, 'ref' | 'name'>) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const { run, isRunning } = useAction({
    mutation: orpc.projects.delete.mutationOptions(),
    done: `Successfully deleted ${name}`,
    failed: (message) => `Failed to delete project: ${message}`,
    onDone: async () => {
      if (isProjectPath(router.state.location.pathname, ref)) await navigate({ to: '/projects' });
      await queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
      await showStatus(queryClient, ref, COMMANDS.delete.during);
    },
  });
  return { run: () => run({ ref }), isRunning };
}
