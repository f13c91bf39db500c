import { useQuery } from '@tanstack/react-query';
import { type ServerKind, serverKindOf } from '../lib/pages/server-need.ts';
import { orpc } from './client.ts';

/** The one query a project's data comes from; every page shares its key. */
export function projectQuery(ref: string) {
  return orpc.projects.get.queryOptions({ input: { ref } });
}

/** The project with this ref. `refetchInterval` (milliseconds) while its status is expected to change. */
export function useProject(ref: string, options: { refetchInterval?: number | false } = {}) {
  return useQuery({ ...projectQuery(ref), refetchInterval: options.refetchInterval ?? false });
}

/**
 * Where the server of the database is of the project with this ref; our own until it is known. It only listens: the pages of a project
 * load it.
 */
export function useServerKind(ref: string | null): ServerKind {
  const { data = 'own' } = useQuery({ ...projectQuery(ref ?? ''), select: serverKindOf, enabled: false });
  return ref === null ? 'own' : data;
}
