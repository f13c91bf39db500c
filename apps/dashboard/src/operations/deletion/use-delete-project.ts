import { type Project, TRANSITIONS } from '@basalt/contract';
import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../refresh-project.ts';
import { isProjectPath, waitUntilGone } from './deletion-rules.ts';

/** What somebody said about why they leave; null when they were not asked. */
export type ExitSurvey = { reasons: string; feedback: string } | null;

/** Deletes a project and waits until it is gone. Whoever is still on one of its pages lands on the project list. */
export function useDeleteProject({
  ref,
  name,
  organization_slug: slug,
}: Pick<Project, 'ref' | 'name' | 'organization_slug'>) {
  const queryClient = useQueryClient();
  const router = useRouter();

  async function deleteProject(survey: ExitSurvey) {
    await api.projects.delete({ ref });
    // Now, because an erased project cannot be named any more. Nobody is kept waiting for it, and whether it arrives makes no
    // difference to who leaves.
    if (survey !== null) void sendExitSurvey(survey).catch(() => undefined);
    await showStatus(queryClient, ref, TRANSITIONS.delete.during);
    const failure = await waitUntilGone(() => readProject(ref));
    if (failure !== null) throw new ORPCError('conflict', { data: { code: 'conflict', message: failure } });
  }

  const sendExitSurvey = ({ reasons, feedback }: NonNullable<ExitSurvey>) =>
    api.pauseAndDeletion.downgradeFeedback({
      projectRef: ref,
      orgSlug: slug,
      reasons,
      additionalFeedback: feedback,
      exitAction: 'delete',
    });

  return useAction({
    mutation: { mutationFn: deleteProject },
    done: `Successfully deleted ${name}`,
    failed: (message) => `Failed to delete project: ${message}`,
    onDone: async () => {
      const refreshed = Promise.all([
        queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() }),
        queryClient.invalidateQueries({ queryKey: orpc.pauseAndDeletion.removed.key() }),
        queryClient.invalidateQueries({
          queryKey: orpc.pauseAndDeletion.reachedFreeLimit.key({ input: { slug } }),
        }),
      ]);
      if (isProjectPath(router.state.location.pathname, ref)) await router.navigate({ to: '/projects' });
      await refreshed;
    },
  });
}

async function readProject(ref: string): Promise<Project | null> {
  try {
    return await api.projects.get({ ref });
  } catch (error) {
    if (toApiError(error).status === 404) return null;
    throw error;
  }
}
