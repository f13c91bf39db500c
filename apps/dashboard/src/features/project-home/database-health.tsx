import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './database-health.module.css';

/** How often health is read again, in milliseconds. */
const LOOK_AGAIN = 10_000;

/** Whether the database answers, asked just now and again every ten seconds. */
export function DatabaseHealth({ project: { ref, status } }: { project: Project }) {
  const isPaused = status === 'INACTIVE';
  const { data, isError } = useQuery(
    orpc.projects.v1Health.queryOptions({
      input: { ref, services: ['db'] },
      enabled: !isPaused,
      refetchInterval: LOOK_AGAIN,
    }),
  );
  const database = data?.find((service) => service.name === 'db');
  if (isPaused) return <Health tone="idle">Not running</Health>;
  if (isError) return <Health tone="idle">Not known</Health>;
  if (database === undefined) return <Skeleton width={88} height={24} />;
  if (database.status === 'COMING_UP') return <Health tone="idle">Starting</Health>;
  if (database.healthy) return <Health tone="ok">Healthy</Health>;
  return (
    <Health tone="danger" {...(database.error === undefined ? {} : { why: database.error })}>
      Does not answer
    </Health>
  );
}

interface HealthProps {
  tone: 'ok' | 'danger' | 'idle';
  why?: string;
  children: string;
}

function Health({ tone, why, children }: HealthProps) {
  return (
    <span className={classes.health} data-tone={tone}>
      <span className={classes.dot} aria-hidden="true" />
      <span>
        {children}
        {why !== undefined && <span className={classes.why}>{why}</span>}
      </span>
    </span>
  );
}
