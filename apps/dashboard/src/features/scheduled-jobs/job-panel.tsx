import type { ScheduledJob } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { JobForm } from './job-form.tsx';
import { useRuns } from './job-history.tsx';
import { useJobSearch } from './job-search.ts';
import { RunState, runDuration } from './run-state.tsx';
import classes from './scheduled-jobs.module.css';

const SHOWN_RUNS = 10;
const REFRESH_MS = 5_000;

/** The job that the address names: what it does, what can be done with it, and what came of it. */
export function JobPanel({ projectRef, reason }: { projectRef: string; reason: string | null }) {
  const [{ open, act }, change] = useJobSearch();
  const asked = useQuery({
    ...orpc.scheduledJobs.get.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
    refetchInterval: act === undefined ? REFRESH_MS : false,
  });
  const job = open === undefined ? undefined : asked.data;
  const isGone = asked.error !== null && toApiError(asked.error).status === 404;
  return (
    <SidePanel
      opened={open !== undefined}
      title={job === undefined ? 'Job' : nameOf(job)}
      onClose={() => change({ open: undefined, act: undefined })}
    >
      {isGone && (
        <EmptyState title="There is no such job" text="It was deleted. Its history is kept for a week." />
      )}
      {!isGone && job === undefined && asked.error !== null && (
        <ErrorState
          error={asked.error}
          title="The job could not be loaded"
          onRetry={() => void asked.refetch()}
        />
      )}
      {!isGone && job === undefined && asked.error === null && (
        <div role="status" aria-label="Loading the job">
          <Skeleton height={240} radius={10} />
        </div>
      )}
      {!isGone &&
        job !== undefined &&
        (act === 'edit' && reason === null ? (
          <JobForm
            key={job.id}
            projectRef={projectRef}
            existing={job}
            onDone={() => change({ act: undefined })}
            onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
          />
        ) : (
          <JobDetails projectRef={projectRef} job={job} reason={reason} />
        ))}
    </SidePanel>
  );
}

function nameOf({ name, id }: Pick<ScheduledJob, 'name' | 'id'>): string {
  return name ?? `Job ${id}`;
}

interface JobDetailsProps {
  projectRef: string;
  job: ScheduledJob;
  reason: string | null;
}

function JobDetails({ projectRef: ref, job, reason }: JobDetailsProps) {
  const [, change] = useJobSearch();
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.scheduledJobs.key() });
  const run = useAction({
    mutation: orpc.scheduledJobs.run.mutationOptions(),
    done: `Started job ${nameOf(job)}`,
    failed: (message) => `The job was not started: ${message}`,
    onDone: refresh,
  });
  const remove = useAction({
    mutation: orpc.scheduledJobs.remove.mutationOptions(),
    done: `Deleted job ${nameOf(job)}`,
    failed: (message) => `The job was not deleted: ${message}`,
    onDone: async () => {
      setAsking(false);
      change({ open: undefined, act: undefined });
      await refresh();
    },
  });
  return (
    <>
      <div className={classes.tools}>
        <GuardedButton
          reason={reason}
          variant="filled"
          loading={run.isRunning}
          onClick={() => void run.run({ ref, id: job.id })}
        >
          Run now
        </GuardedButton>
        <GuardedButton reason={reason} onClick={() => change({ act: 'edit' })}>
          Edit job
        </GuardedButton>
        <GuardedButton reason={reason} color="red" variant="light" onClick={() => setAsking(true)}>
          Delete job…
        </GuardedButton>
      </div>
      <FactList
        facts={[
          { label: 'Schedule', value: job.words === null ? 'Cannot be read' : `${job.words}, GMT` },
          { label: 'As written', value: <code>{job.schedule}</code>, copy: job.schedule },
          { label: 'Active', value: job.active ? 'Yes' : 'No' },
          { label: 'Next run', value: job.next_at === null ? 'Never' : minuteTime(job.next_at) },
        ]}
      />
      <section className={classes.part} aria-label="Command">
        <h3 className={classes.heading}>SQL to run</h3>
        <CodeBlock label="SQL of the job" value={job.command} wrap />
      </section>
      <LastRuns projectRef={ref} id={job.id} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref, id: job.id })}
        title={`Delete job ${nameOf(job)}?`}
        confirmLabel="Delete job"
        isRunning={remove.isRunning}
        danger
      >
        It does not run any more. A run that is under way goes on to its end, and the history is kept for a
        week.
      </ConfirmDialog>
    </>
  );
}

function LastRuns({ projectRef, id }: { projectRef: string; id: string }) {
  const [, change] = useJobSearch();
  const { data, error } = useRuns(projectRef, { job: id });
  return (
    <section className={classes.part} aria-label="Last runs">
      <h3 className={classes.heading}>Last runs</h3>
      {data === undefined && error === null && <Skeleton height={72} radius={6} />}
      {data === undefined && error !== null && (
        <p className={classes.quiet}>They could not be loaded: {toApiError(error).message}</p>
      )}
      {data?.length === 0 && <p className={classes.quiet}>It has not run yet.</p>}
      <ul className={classes.runs}>
        {data?.slice(0, SHOWN_RUNS).map((run) => (
          <li key={run.id} className={classes.run}>
            <span className={classes.line}>
              <RunState run={run} />
              {run.started_at !== null && <TimeAgo date={run.started_at} />}
              <span className={classes.quiet}>{runDuration(run)}</span>
            </span>
            {run.message !== null && <span className={classes.message}>{run.message}</span>}
          </li>
        ))}
      </ul>
      {data !== undefined && data.length > 0 && (
        <div>
          <Button
            onClick={() =>
              change({ kind: 'history', job: id, status: undefined, open: undefined, act: undefined })
            }
          >
            Whole history
          </Button>
        </div>
      )}
    </section>
  );
}
