import type { ProjectStatus } from '@basalt/contract';
import type { QueryClient } from '@tanstack/react-query';
import { orpc } from '../api/client.ts';

/** Reads again everything about a project that changes when its status does. */
export async function refreshProject(queryClient: QueryClient, ref: string): Promise<void> {
  const input = { ref };
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.projects.get.key({ input }) }),
    queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.operations.list.key({ input }) }),
    queryClient.invalidateQueries({ queryKey: orpc.projects.v1Health.key({ input }) }),
    queryClient.invalidateQueries({ queryKey: orpc.database.size.key({ input }) }),
  ]);
}

/**
 * Shows the status an accepted command has given the project without waiting to be told. A read that is under way
 * would bring the old one back, so it is dropped.
 */
export async function showStatus(
  queryClient: QueryClient,
  ref: string,
  status: ProjectStatus,
): Promise<void> {
  const queryKey = orpc.projects.get.queryKey({ input: { ref } });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (project) => project && { ...project, status, status_reason: null });
  await queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() });
}
