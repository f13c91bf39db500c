import type { Branch, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { orpc } from '../../api/client.ts';
import { projectQuery } from '../../api/use-project.ts';

/** While something is being done with one of them the list is asked for this often, in milliseconds. */
export const WATCHED_MS = 1_000;
const AT_WORK: readonly Project['status'][] = [
  'COMING_UP',
  'GOING_DOWN',
  'PAUSING',
  'RESIZING',
  'RESTARTING',
  'RESTORING',
  'UPGRADING',
  'REMOVED',
];

export function isAtWork({ preview_project_status: status }: Branch): boolean {
  return AT_WORK.includes(status);
}

/** Why the project cannot be copied now; null when it can. */
export function whyNoCopy({ status }: Project): string | null {
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  return status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY' ? null : 'The project must be running.';
}

/** Why a branch cannot be compared with its project now; null when it can: both are read. */
export function whyNotCompared({ status }: Project, { preview_project_status }: Branch): string | null {
  const runs = (each: Project['status']) => each === 'ACTIVE_HEALTHY' || each === 'ACTIVE_UNHEALTHY';
  if (!runs(status)) return 'The project must be running.';
  return runs(preview_project_status) ? null : 'The branch must be running.';
}

/** The branches of a project, by name. */
export function useBranches(ref: string) {
  return useQuery({
    ...orpc.branches.v1List.queryOptions({ input: { ref } }),
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) === true ? WATCHED_MS : false),
  });
}

/** Asks anew for the branches, and whether a project has any. */
export function useBranchRefresh(ref: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: orpc.branches.key() }),
      queries.invalidateQueries({ queryKey: projectQuery(ref).queryKey }),
    ]);
  }, [queries, ref]);
}
