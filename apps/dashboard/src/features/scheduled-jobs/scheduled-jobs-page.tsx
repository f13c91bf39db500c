import type { ScheduledJob } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import switchLook from '../../ui/fields/switch-field.module.css';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { nameColumn } from '../../ui/lists/name-column.tsx';
import { VirtualTable } from '../../ui/lists/virtual-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { JobForm } from './job-form.tsx';
import { JobHistory } from './job-history.tsx';
import { JobPanel } from './job-panel.tsx';
import { useJobSearch } from './job-search.ts';
import { RunState } from './run-state.tsx';
import classes from './scheduled-jobs.module.css';

const REFRESH_MS = 5_000;

/** SQL that runs at set times: the jobs, and what came of them. */
export function ScheduledJobsPage({ projectRef: ref }: { projectRef: string }) {
  const [{ kind, act }, change] = useJobSearch();
  const { data: project } = useProject(ref);
  const { data, error, refetch } = useQuery({
    ...orpc.scheduledJobs.list.queryOptions({ input: { ref } }),
    refetchInterval: REFRESH_MS,
  });
  const reason =
    project?.abilities.run_sql === true
      ? null
      : 'You can look at the database of this project, but not change it.';
  const create = () => change({ act: 'new', open: undefined, kind: undefined });
  return (
    <Page
      title="Scheduled jobs"
      description="SQL that Basalt runs at set times, as the role postgres. Schedules are in GMT. A time that passes while the project is paused or Basalt is stopped is left out, not made up for."
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={create}>
          New job
        </GuardedButton>
      }
    >
      {data?.problem != null && (
        <Notice tone="warn" title="Jobs do not run now">
          <p>{data.problem}</p>
        </Notice>
      )}
      <search className={classes.filters}>
        <div className={classes.choice}>
          <ChoiceField
            label="Show"
            value={kind ?? 'jobs'}
            options={[
              { value: 'jobs', label: 'Jobs' },
              { value: 'history', label: 'History' },
            ]}
            onChange={(next) =>
              change({ kind: next === 'history' ? next : undefined, job: undefined, status: undefined })
            }
          />
        </div>
        {kind !== 'history' && <JobFilter />}
      </search>
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The jobs could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading jobs">
          <Skeleton height={33 + 4 * 44} radius={10} />
        </div>
      )}
      {data !== undefined && kind === 'history' && <JobHistory projectRef={ref} jobs={data.jobs} />}
      {data !== undefined && kind !== 'history' && (
        <JobList projectRef={ref} jobs={data.jobs} reason={reason} onCreate={create} />
      )}
      <JobPanel projectRef={ref} reason={reason} />
      <SidePanel
        opened={act === 'new' && reason === null}
        title="New job"
        onClose={() => change({ act: undefined })}
      >
        <JobForm
          projectRef={ref}
          existing={null}
          onDone={(id) => change({ act: undefined, open: id })}
          onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
        />
      </SidePanel>
    </Page>
  );
}

function JobFilter() {
  const [{ q = '' }, change] = useJobSearch();
  return (
    <div className={classes.search}>
      <DebouncedSearch
        label="Search jobs"
        value={q}
        onChange={(next) => change({ q: next === '' ? undefined : next })}
      />
    </div>
  );
}

interface JobListProps {
  projectRef: string;
  jobs: readonly ScheduledJob[];
  reason: string | null;
  onCreate: () => void;
}

function JobList({ projectRef: ref, jobs, reason, onCreate }: JobListProps) {
  const [{ q = '', open = null }, change] = useJobSearch();
  const client = useQueryClient();
  const update = useAction({
    mutation: orpc.scheduledJobs.update.mutationOptions(),
    failed: (message) => `The job was not changed: ${message}`,
    onDone: () => client.invalidateQueries({ queryKey: orpc.scheduledJobs.key() }),
  });
  /** What a switch was set to, until the list knows. */
  const [switching, setSwitching] = useState<{ id: string; active: boolean } | null>(null);
  const isActive = (job: ScheduledJob) => (switching?.id === job.id ? switching.active : job.active);
  const setActive = async (id: string, active: boolean) => {
    setSwitching({ id, active });
    await update.run({ ref, id, active });
    setSwitching(null);
  };
  const wanted = q.trim().toLowerCase();
  const found = jobs.filter(({ name, command }) => `${name ?? ''} ${command}`.toLowerCase().includes(wanted));
  if (jobs.length === 0)
    return (
      <EmptyState
        title="No jobs"
        text="A job runs SQL again and again: to delete what is old, to refresh a view, to sum up a day. Functions such as cron.schedule() make jobs too."
        action={reason === null && <Button onClick={onCreate}>Create a job</Button>}
      />
    );
  if (found.length === 0)
    return (
      <EmptyState
        title="No job matches"
        text="Names and commands are searched."
        action={<Button onClick={() => change({ q: undefined })}>Show all jobs</Button>}
      />
    );
  return (
    <div className={classes.found}>
      <VirtualTable<ScheduledJob>
        label="Scheduled jobs"
        rows={found}
        rowKey={({ id }) => id}
        openKey={open}
        columns={[
          nameColumn('minmax(0, 1.4fr)', ({ id, name }) => ({ id, name: name ?? `Job ${id}` })),
          {
            key: 'schedule',
            header: 'Schedule (GMT)',
            width: 'minmax(0, 1.6fr)',
            isMinor: true,
            render: ({ words, schedule }) => <span title={schedule}>{words ?? schedule}</span>,
          },
          {
            key: 'next',
            header: 'Next run',
            width: '180px',
            isMinor: true,
            render: ({ next_at }) => (next_at === null ? '–' : minuteTime(next_at)),
          },
          {
            key: 'last',
            header: 'Last run',
            width: '110px',
            render: ({ last_run: last }) => (last === null ? '–' : <RunState run={last} />),
          },
          {
            key: 'when',
            header: 'When',
            width: '120px',
            isMinor: true,
            render: ({ last_run: last }) =>
              last?.started_at == null ? '–' : <TimeAgo date={last.started_at} />,
          },
          {
            key: 'active',
            header: 'Active',
            width: '60px',
            render: (job) => (
              <input
                type="checkbox"
                role="switch"
                aria-checked={isActive(job)}
                aria-label={`${job.name ?? `Job ${job.id}`} is active`}
                title={reason ?? undefined}
                className={`${switchLook.input} ${classes.above}`}
                checked={isActive(job)}
                disabled={reason !== null}
                onChange={(event) => void setActive(job.id, event.currentTarget.checked)}
              />
            ),
          },
        ]}
      />
      <p className={classes.count} aria-live="polite">
        {found.length === 1 ? '1 job' : `${found.length.toLocaleString('en')} jobs`}
      </p>
    </div>
  );
}
