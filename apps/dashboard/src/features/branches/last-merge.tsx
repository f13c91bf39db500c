import type { BranchMerge, Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { duration } from '../../lib/format/duration.ts';
import { OperationSteps } from '../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './branches.module.css';

/** How far a merge is, step by step. */
export function RunningMerge({ merge, project }: { merge: BranchMerge; project: Project }) {
  const { data } = useOperations(project.ref, { live: true });
  const operation = data?.find(({ id }) => id === merge.id);
  if (operation === undefined) return <Skeleton height={220} radius={10} />;
  return (
    <section aria-label="Progress of the merge">
      <OperationSteps operation={operation} />
    </section>
  );
}

/** How the newest merge went, and the way back. */
export function EndedMerge({ merge, project }: { merge: BranchMerge; project: Project }) {
  const { state, reason, migration_version: version, restore_point: point, tried_ms: tried } = merge;
  const isChanged = version !== null;
  if (state === 'failed')
    return (
      <Notice tone="danger" title="The last merge failed">
        <p>{reason}</p>
        <p>
          {isChanged ? 'The database of the project has been changed.' : 'Nothing of it is in the project.'}
        </p>
      </Notice>
    );
  return (
    <Notice
      tone="info"
      title={`Merged into ${project.name}`}
      actions={
        point !== null && (
          <Link
            to="/project/$ref/database/backups/pitr"
            params={{ ref: project.ref }}
            className={classes.link ?? ''}
          >
            Go back to {point}
          </Link>
        )
      }
    >
      <p>
        <TimeAgo date={merge.finished_at ?? merge.started_at} />
        {isChanged && `, as migration ${version}`}
        {tried !== null && `, tried on a copy in ${duration(tried)} before`}.
        {(merge.remaining ?? 0) > 0 &&
          ` ${merge.remaining} statements of the branch were not taken over as they are. Look at what is left.`}
      </p>
    </Notice>
  );
}
