import type { Project } from '@basalt/contract';
import { TRANSITIONS } from '@basalt/contract';
import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { isProjectPath } from './is-project-path.ts';
import { showStatus } from './refresh-project.ts';
import { waitUntilGone } from './wait-until-gone.ts';

/** Deletes a project and waits until it is gone. Whoever is still on one of its pages lands on the project list. */
export function useDeleteProject({ ref, name }: Pick<Project, 'ref' | 'name'>) {
  const queryClient = useQueryClient();
  const router = useRouter();

  async function deleteProject() {
    await api.projects.delete({ ref });
    await showStatus(queryClient, ref, TRANSITIONS.delete.during);
    const failure = await waitUntilGone(() => readProject(ref));
    if (failure !== null) throw new ORPCError('conflict', { data: { code: 'conflict', message: failure } });
  }

  const { run, isRunning } = useAction({
    mutation: { mutationFn: deleteProject },
    done: `Successfully deleted ${name}`,
    failed: (message) => `Failed to delete project: ${message}`,
    onDone: async () => {
      const refreshed = queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
      if (isProjectPath(router.state.location.pathname, ref)) await router.navigate({ to: '/projects' });
      await refreshed;
    },
  });
  return { run: () => run(undefined), isRunning };
}

async function readProject(ref: string): Promise<Project | null> {
  try {
    return await api.projects.get({ ref });
  } catch (error) {
    if (toApiError(error).status === 404) return null;
    throw error;
  }
}
