import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import classes from './advisor-badge.module.css';

const TEN_MINUTES = 600_000;

/** How many errors the advisors have found, beside their entry in the menu. Nothing when there are none, or while that is not known. */
export function AdvisorBadge({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  const { data } = useQuery({
    ...orpc.advisors.counts.queryOptions({ input: { ref: projectRef } }),
    enabled: project?.status === 'ACTIVE_HEALTHY' && project.abilities.read_sql,
    staleTime: TEN_MINUTES,
    retry: false,
  });
  const count = data === undefined ? 0 : data.security + data.performance;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden">{count === 1 ? ' error' : ' errors'}</span>
    </span>
  );
}
