import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../api/use-project.ts';
import { type ServerKind, serverKindOf } from './server-need.ts';

/**
 * Where the server of the database is of the project with this ref; our own until it is known. It only listens: the pages of a project
 * load it.
 */
export function useServerKind(ref: string | null): ServerKind {
  const { data = 'own' } = useQuery({ ...projectQuery(ref ?? ''), select: serverKindOf, enabled: false });
  return ref === null ? 'own' : data;
}
