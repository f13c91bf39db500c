import type { Branch, Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { exactTime, shortDay } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { OperationProgress } from '../../operations/progress/operation-progress.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { RowMenu, type RowMenuEntry } from '../../ui/menus/row-menu.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { BranchChanges } from './branch-changes.tsx';
import classes from './branches.module.css';
import { GitLog } from './git/git-log.tsx';
import { LifetimeDialog } from './lifetime-dialog.tsx';
import { minutesText } from './lifetime-fields.tsx';
import { isAtWork, useBranchRefresh, whyNoCopy, whyNotCompared } from './use-branches.ts';

interface BranchTableProps {
  project: Project;
  branches: readonly Branch[];
  /** The project or branch that the page stands in. */
  shownRef: string;
}

type Asked = { about: 'push' | 'reset' | 'delete'; branch: Branch };

/** Branches with their states, what can be done with each, and how far those are that are being made. */
export function BranchTable({ project, branches, shownRef }: BranchTableProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [timed, setTimed] = useState<Branch | null>(null);
  const [compared, setCompared] = useState<Branch | null>(null);
  const [followed, setFollowed] = useState<Branch | null>(null);
  const refresh = useBranchRefresh(project.ref);
  const after = async () => {
    setAsked(null);
    await refresh();
  };
  const remove = useAction({
    mutation: orpc.branches.v1Delete.mutationOptions(),
    done: 'The branch is being deleted',
    failed: (message) => `Failed to delete branch: ${message}`,
    onDone: after,
  });
  const reset = useAction({
    mutation: orpc.branches.v1Reset.mutationOptions(),
    done: 'The branch is being reset',
    failed: (message) => `Failed to reset branch: ${message}`,
    onDone: after,
  });
  const change = useAction({
    mutation: orpc.branches.v1Update.mutationOptions(),
    failed: (message) => `Failed to change branch: ${message}`,
    onDone: refresh,
  });
  const push = useAction({
    mutation: orpc.branches.v1Push.mutationOptions(),
    done: 'The branch is being brought up to date',
    failed: (message) => `Failed to bring branch up to date: ${message}`,
    onDone: after,
  });
  const entriesOf = (branch: Branch): readonly RowMenuEntry[] => [
    {
      label: 'Show changes',
      text: 'Compares it with the project, and merges it.',
      reason: whyNotCompared(project, branch),
      onChoose: () => setCompared(branch),
    },
    ...(branch.git_branch === undefined
      ? []
      : [
          {
            label: 'Show commits',
            text: 'What was applied of its repository.',
            onChoose: () => setFollowed(branch),
          },
        ]),
    ...(project.abilities.manage_branches ? changesOf(branch) : []),
  ];
  const isKept = project.kept_by !== null;
  const changesOf = (branch: Branch): readonly RowMenuEntry[] => [
    // In Kubernetes all of them are backed up.
    ...(isKept
      ? []
      : [
          {
            label: branch.persistent ? 'Stop backing up' : 'Make persistent',
            onChoose: () =>
              void change.run({ branch_id_or_ref: branch.project_ref, persistent: !branch.persistent }),
          },
        ]),
    {
      label: 'Bring up to date',
      text: 'Adds what the project has changed; its own changes stay.',
      reason: whyNotCompared(project, branch),
      onChoose: () => setAsked({ about: 'push', branch }),
    },
    {
      label: 'Lifetime',
      text: 'How long it lives, and when it is paused.',
      onChoose: () => setTimed(branch),
    },
    {
      label: 'Reset',
      text: 'Makes it what the project is now.',
      reason: isAtWork(branch) ? 'Something is being done with it.' : whyNoCopy(project),
      onChoose: () => setAsked({ about: 'reset', branch }),
    },
    {
      label: 'Delete',
      tone: 'danger',
      reason: isAtWork(branch) ? 'Something is being done with it.' : null,
      onChoose: () => setAsked({ about: 'delete', branch }),
    },
  ];
  const columns: DataTableColumn<Branch>[] = [
    {
      key: 'name',
      header: 'Branch',
      render: ({ name, project_ref }) => (
        <Link
          to="/project/$ref"
          params={{ ref: project_ref }}
          className={classes.name ?? ''}
          title={name}
          aria-current={project_ref === shownRef ? 'true' : undefined}
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 140,
      render: ({ preview_project_status: status }) => <StatusBadge status={status} />,
    },
    {
      key: 'content',
      header: 'Content',
      width: 260,
      isMinor: true,
      render: ({
        with_data,
        masked,
        persistent,
        git_branch,
        deletion_scheduled_at: until,
        pause_after_minutes: minutes,
      }) => (
        <span className={classes.tags}>
          <Tag>{masked ? 'Masked data' : with_data ? 'With data' : 'Schema only'}</Tag>
          {persistent && <Tag>Persistent</Tag>}
          {git_branch !== undefined && <Tag title={`Follows ${git_branch}`}>Git</Tag>}
          {until !== undefined && (
            <Tag tone="warn" title={exactTime(until)}>
              Until {shortDay(until)}
            </Tag>
          )}
          {minutes !== undefined && (
            <Tag title="Nobody has used it for so long: it is paused by itself.">
              Pauses after {minutesText(minutes)}
            </Tag>
          )}
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      width: 120,
      isMinor: true,
      render: ({ created_at }) => <TimeAgo date={created_at} />,
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 56,
      render: (branch) => <RowMenu label={`Actions for ${branch.name}`} entries={() => entriesOf(branch)} />,
    },
  ];
  const made = branches.filter(({ preview_project_status: status }) => status === 'COMING_UP');
  const resetting = branches.filter(({ preview_project_status: status }) => status === 'RESTORING');
  const failed = branches.filter(({ preview_project_status: status }) => status === 'INIT_FAILED');
  return (
    <>
      <DataTable label="Branches" columns={columns} rows={branches} rowKey={({ id }) => id} />
      {[...made, ...resetting].map(({ id, name, project_ref }) => (
        <section key={id} aria-label={`Progress of ${name}`}>
          <h2 className={classes.heading}>{name}</h2>
          <OperationProgress
            projectRef={project_ref}
            kinds={['create_branch', 'reset_branch']}
            state="running"
          />
        </section>
      ))}
      {failed.map(({ id, name, project_ref }) => (
        <Notice key={id} tone="danger" title={`${name} could not be created`}>
          <p>
            Nothing of it was kept.{' '}
            <Link to="/project/$ref" params={{ ref: project_ref }} className={classes.link ?? ''}>
              See why
            </Link>
            , delete it and create it again.
          </p>
        </Notice>
      ))}
      <LifetimeDialog
        branch={timed}
        onClose={() => setTimed(null)}
        onDone={async () => {
          setTimed(null);
          await refresh();
        }}
      />
      <GitLog
        branch={followed}
        mayManage={project.abilities.manage_branches}
        onClose={() => setFollowed(null)}
      />
      <BranchChanges branch={compared} project={project} onClose={() => setCompared(null)} />
      <ConfirmDialog
        opened={asked?.about === 'delete'}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          asked !== null && void remove.run({ params: { branch_id_or_ref: asked.branch.project_ref } })
        }
        title="Delete branch"
        confirmLabel="Delete branch"
        danger
        isRunning={remove.isRunning}
        {...(asked !== null && { typedName: asked.branch.name })}
      >
        The branch goes with its database, users, files, functions and keys, at once and for good. The project
        stays as it is.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.about === 'push'}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          asked !== null &&
          void push.run({ branch_id_or_ref: asked.branch.project_ref, accepted_risks: ['data_loss'] })
        }
        title="Bring up to date"
        confirmLabel="Bring up to date"
        isRunning={push.isRunning}
      >
        {asked?.branch.name} gets what has changed in {project.name}: schema, functions, secrets and settings.
        It keeps its own changes. What the project has dropped is dropped in the branch too, with its rows.
        Where the two do not go together the branch stays as it is.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.about === 'reset'}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && void reset.run({ branch_id_or_ref: asked.branch.project_ref })}
        title="Reset branch"
        confirmLabel="Reset branch"
        danger
        isRunning={reset.isRunning}
      >
        {asked?.branch.name} becomes what {project.name} is now. What has been done in it is lost, and its
        backups go with it. Its address, its keys and its password stay.{' '}
        {isKept &&
          'CloudNativePG deletes its database before it restores the project’s archive in its place, so this cannot be taken back, also when it fails.'}
      </ConfirmDialog>
    </>
  );
}
