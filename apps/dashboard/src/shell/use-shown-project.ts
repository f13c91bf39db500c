import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../api/api-error.ts';
import { projectQuery } from '../api/use-project.ts';
import { usePlace } from './use-place.ts';

/**
 * The ref of the project of the current address; null outside of projects, and as soon as the server has said that there is no
 * such project. The pages of a project load it; this only listens.
 */
export function useShownProject(): string | null {
  const { projectRef } = usePlace();
  const { data, error } = useQuery({ ...projectQuery(projectRef ?? ''), enabled: false });
  if (projectRef === null || (data === undefined && isNoProject(error))) return null;
  return projectRef;
}

/** Whether the server knows no such project. A ref that is not 20 letters is refused as a bad request; to a person it is the same. */
export function isNoProject(error: unknown): boolean {
  if (error === null || error === undefined) return false;
  const { status } = toApiError(error);
  return status === 404 || status === 400;
}
