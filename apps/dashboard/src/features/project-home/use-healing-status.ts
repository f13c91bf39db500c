import { useQueryClient } from '@tanstack/react-query';
import { projectQuery } from '../../api/use-project.ts';

/** How often a project that is not well is looked at, in milliseconds. */
const LOOK_AGAIN = 4_000;

/** The interval at which home reads the project again: only while it is unhealthy, so that the page heals by itself. */
export function useHealingStatus(ref: string): number | false {
  const project = useQueryClient().getQueryData(projectQuery(ref).queryKey);
  return project?.status === 'ACTIVE_UNHEALTHY' ? LOOK_AGAIN : false;
}
