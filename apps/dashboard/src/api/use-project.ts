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
