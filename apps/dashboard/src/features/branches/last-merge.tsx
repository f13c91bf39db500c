import type { Branch, BranchMerge, Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { duration } from '../../lib/format/duration.ts';
import { useAction } from '../../lib/use-action.ts';
import { OperationSteps } from '../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
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

interface EndedMergeProps {
  merge: BranchMerge;
  branch: Branch;
  project: Project;
  /** What it brought was taken back. */
  onChanged: () => void;
}

/** How the newest merge went, and the ways back: the database to a moment, all else by itself. */
export function EndedMerge({ merge, branch, project, onChanged }: EndedMergeProps) {
  const { state, reason, migration_version: version, restore_point: point, tried_ms: tried } = merge;
  const isChanged = version !== null;
  if (state === 'failed')
    return (
      <Notice tone="danger" title="The last merge failed">
        <p>{reason}</p>
        <p>
          {isChanged ? 'The database of the project has been changed.' : 'Nothing of it is in the project.'}
        </p>
        <Brought merge={merge} branch={branch} project={project} onChanged={onChanged} />
      </Notice>
    );
  return (
    <Notice tone="info" title={`Merged into ${project.name}`}>
      <p>
        Done <TimeAgo date={merge.finished_at ?? merge.started_at} />
        {isChanged && `, as migration ${version}`}
        {tried !== null && `, tried on a copy in ${duration(tried)} before`}.
        {(merge.remaining ?? 0) > 0 &&
          ` ${merge.remaining} statements of the branch were not taken over as they are. Look at what is left.`}
      </p>
      <Brought merge={merge} branch={branch} project={project} onChanged={onChanged}>
        {point !== null && (
          <Link
            to="/project/$ref/database/backups/pitr"
            params={{ ref: project.ref }}
            className={classes.link ?? ''}
          >
            Go back to {point}
          </Link>
        )}
      </Brought>
    </Notice>
  );
}

interface BroughtProps extends EndedMergeProps {
  /** The way back of the database. */
  children?: ReactNode;
}

/** What it brought beside the schema, and the ways back. */
function Brought({ merge: { id, brought }, branch, project, onChanged, children }: BroughtProps) {
  const back = useAction({
    mutation: orpc.branches.returnParts.mutationOptions(),
    done: ({ left }) =>
      left.length === 0
        ? 'It is as before the merge'
        : `Changed since, and left as they are: ${left.join(', ')}`,
    failed: (message) => `Failed to take it back: ${message}`,
    onDone: onChanged,
  });
  const ways = (button?: ReactNode) => (
    <div className={classes.ways}>
      {button}
      {children}
    </div>
  );
  if (brought === null) return ways();
  const { functions, secrets, settings, returned_at: returnedAt } = brought;
  const names = [...functions, ...secrets, ...settings].join(', ');
  if (returnedAt !== null)
    return (
      <>
        <p className={classes.names}>
          Taken back <TimeAgo date={returnedAt} />: {names}.
        </p>
        {ways()}
      </>
    );
  const { manage_branches, deploy_functions, update_api_config } = project.abilities;
  const mayReturn = manage_branches && deploy_functions && (settings.length === 0 || update_api_config);
  return (
    <>
      <p className={classes.names}>It brought {names}.</p>
      {ways(
        <GuardedButton
          size="xs"
          loading={back.isRunning}
          reason={mayReturn ? null : 'You do not have the permissions to change this project.'}
          onClick={() => void back.run({ branch_id_or_ref: branch.project_ref, merge_id: id })}
        >
          Take back functions, secrets and settings
        </GuardedButton>,
      )}
    </>
  );
}
