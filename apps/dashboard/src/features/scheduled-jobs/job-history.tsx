import { JOB_RUN_STATES, type JobRun, type JobRunState, type ScheduledJob } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { useJobSearch } from './job-search.ts';
import { RunState, runDuration } from './run-state.tsx';
import classes from './scheduled-jobs.module.css';

const PER_PAGE = 50;
const REFRESH_MS = 5_000;
const STATE_NAMES: Record<JobRunState, string> = {
  starting: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
};

/** Runs of a project's jobs, the newest first. */
export function useRuns(ref: string, filter: { job?: string | undefined; status?: JobRunState | undefined }) {
  return useInfiniteQuery({
    queryKey: [...orpc.scheduledJobs.listRuns.queryKey({ input: { ref, ...filter } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.scheduledJobs.listRuns(
        { ref, ...filter, limit: PER_PAGE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: JobRun[]) =>
      last.length < PER_PAGE ? undefined : (last.at(-1)?.id ?? undefined),
    select: ({ pages }) => pages.flat(),
    refetchInterval: REFRESH_MS,
  });
}

/** What ran, of all jobs or one of them. */
export function JobHistory({ projectRef, jobs }: { projectRef: string; jobs: readonly ScheduledJob[] }) {
  const [{ job, status }, change] = useJobSearch();
  const query = useRuns(projectRef, { job, status: status as JobRunState | undefined });
  const isOther = job !== undefined && !jobs.some(({ id }) => id === job);
  return (
    <>
      <div className={classes.filters}>
        <div className={classes.choice}>
          <ChoiceField
            label="Job"
            value={job ?? ''}
            options={[
              { value: '', label: 'All jobs' },
              ...jobs.map(({ id, name }) => ({ value: id, label: name ?? `Job ${id}` })),
              ...(isOther ? [{ value: job, label: `Job ${job} (deleted)` }] : []),
            ]}
            onChange={(next) => change({ job: next === '' ? undefined : next })}
          />
        </div>
        <div className={classes.choice}>
          <ChoiceField
            label="Result"
            value={status ?? ''}
            options={[
              { value: '', label: 'All results' },
              ...JOB_RUN_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
            ]}
            onChange={(next) => change({ status: next === '' ? undefined : next })}
          />
        </div>
      </div>
      {query.data === undefined && query.error !== null && (
        <ErrorState
          error={query.error}
          title="The history could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data === undefined && query.error === null && (
        <div role="status" aria-label="Loading the history">
          <Skeleton height={260} radius={10} />
        </div>
      )}
      {query.data?.length === 0 && (
        <EmptyState
          title="Nothing ran"
          text="The history keeps a week, and at most the last 1,000 runs of each job."
          action={
            (job ?? status) !== undefined && (
              <Button onClick={() => change({ job: undefined, status: undefined })}>Show all runs</Button>
            )
          }
        />
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <div className={classes.found}>
          <DataTable<JobRun>
            label="History of jobs"
            rows={query.data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'job', header: 'Job', render: ({ job_name, job_id }) => job_name ?? `Job ${job_id}` },
              { key: 'state', header: 'Result', width: 120, render: (run) => <RunState run={run} /> },
              {
                key: 'message',
                header: 'Message',
                isMinor: true,
                render: ({ message }) => (
                  <span className={classes.message}>{message?.slice(0, 300) ?? '–'}</span>
                ),
              },
              {
                key: 'began',
                header: 'Started',
                width: 130,
                render: ({ started_at }) => (started_at === null ? '–' : <TimeAgo date={started_at} />),
              },
              { key: 'took', header: 'Took', width: 90, isMinor: true, align: 'right', render: runDuration },
            ]}
          />
          {query.hasNextPage && (
            <div>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older runs
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
