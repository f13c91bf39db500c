import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/byte-size.ts';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './database-size.module.css';

/** How much the project's database takes on disk. Only a running database can tell. */
export function DatabaseSize({ project: { ref, status } }: { project: Project }) {
  const isPaused = status === 'INACTIVE';
  const { data, error } = useQuery(orpc.database.size.queryOptions({ input: { ref }, enabled: !isPaused }));
  if (isPaused) return <span className={classes.unknown}>Not known while paused</span>;
  if (data !== undefined) return byteSize(data.bytes);
  if (error === null) return <Skeleton width={64} height={24} />;
  return (
    <span className={classes.unknown} title={toApiError(error).message}>
      Not known
    </span>
  );
}
