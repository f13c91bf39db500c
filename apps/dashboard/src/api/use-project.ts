import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

/** The one query a project's data comes from; every page shares its key. */
export function projectQuery(ref: string) {
  return orpc.projects.get.queryOptions({ input: { ref } });
}

/** The project with this ref. `refetchInterval` (milliseconds) while its status is expected to change. */
export function useProject(ref: string, options: { refetchInterval?: number | false } = {}) {
  return useQuery({ ...projectQuery(ref), refetchInterval: options.refetchInterval ?? false });
}

/** Whether the project with this ref is known to have an attached database. It only listens: the pages of a project load it. */
export function useIsAttached(ref: string | null): boolean {
  const { data = false } = useQuery({ ...projectQuery(ref ?? ''), select: isAttached, enabled: false });
  return ref !== null && data;
}

function isAttached({ is_attached }: Project): boolean {
  return is_attached;
}
