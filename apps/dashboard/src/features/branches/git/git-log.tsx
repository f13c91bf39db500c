import type { Branch, GitSync, GitSyncEntry } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import classes from './git.module.css';

/** While a commit is being applied, and otherwise, in milliseconds. */
const WATCHED_MS = 1_000;
const RESTING_MS = 5_000;

interface GitLogProps {
  /** Null: closed. */
  branch: Pick<Branch, 'name' | 'project_ref'> | null;
  mayManage: boolean;
  onClose: () => void;
}

/** The commits that a branch or a project was brought to, and what was done for each: migrations, seeds and functions. */
export function GitLog({ branch, mayManage, onClose }: GitLogProps) {
  return (
    <SidePanel
      opened={branch !== null}
      onClose={onClose}
      title={branch === null ? 'Commits' : `Commits in ${branch.name}`}
    >
      {branch !== null && <Loaded projectRef={branch.project_ref} mayManage={mayManage} />}
    </SidePanel>
  );
}

function Loaded({ projectRef: ref, mayManage }: { projectRef: string; mayManage: boolean }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...orpc.gitSyncs.list.queryOptions({ input: { ref } }),
    refetchInterval: ({ state }) => (state.data?.syncs[0]?.state === 'running' ? WATCHED_MS : RESTING_MS),
  });
  const sync = useAction({
    mutation: orpc.gitSyncs.start.mutationOptions(),
    failed: (message) => `Failed to apply the newest commit: ${message}`,
    onDone: () => queries.invalidateQueries({ queryKey: orpc.gitSyncs.key() }),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState error={error} title="The commits could not be loaded" onRetry={() => void refetch()} />
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading commits">
        <Skeleton height={260} radius={10} />
      </div>
    );
  const { follows, syncs } = data;
  return (
    <>
      {follows === null ? (
        <Notice tone="info">
          <p>It follows nothing.</p>
        </Notice>
      ) : (
        <div className={classes.repository}>
          <span>
            Follows <strong>{follows.git_branch}</strong>
          </span>
          {mayManage && (
            <Button
              onClick={() => void sync.run({ ref })}
              loading={sync.isRunning}
              disabled={syncs[0]?.state === 'running'}
            >
              Sync now
            </Button>
          )}
        </div>
      )}
      {follows !== null && follows.problem !== null && (
        <Notice tone="danger" title="The repository cannot be followed">
          <p>{follows.problem}</p>
        </Notice>
      )}
      {syncs.length === 0 && (
        <EmptyState
          title="No commits yet"
          text="The newest commit is applied as soon as the database runs."
        />
      )}
      {syncs.map((one) => (
        <Commit key={one.id} sync={one} projectRef={ref} />
      ))}
    </>
  );
}

const STATES: Record<GitSync['state'], { label: string; tone: 'plain' | 'warn' | 'danger' }> = {
  running: { label: 'Being applied', tone: 'warn' },
  done: { label: 'Applied', tone: 'plain' },
  failed: { label: 'Failed', tone: 'danger' },
};

function Commit({ sync, projectRef }: { sync: GitSync; projectRef: string }) {
  const { subject, commit, author, started_at, state, reason, entries, restore_point: point } = sync;
  const { label, tone } = STATES[state];
  return (
    <article className={classes.commit} aria-label={`Commit ${commit.slice(0, 7)}`}>
      <div className={classes.head}>
        <h3 className={classes.subject}>{subject === '' ? 'Without a message' : subject}</h3>
        <Tag tone={tone}>{label}</Tag>
      </div>
      <div className={classes.dim}>
        <span className={classes.hash}>{commit.slice(0, 7)}</span> by {author} · <TimeAgo date={started_at} />
      </div>
      {entries.length === 0 && state === 'done' && (
        <div className={classes.dim}>Everything in it had been applied before.</div>
      )}
      {entries.length > 0 && (
        <ol className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.path}`} entry={entry} />
          ))}
        </ol>
      )}
      {state === 'failed' && !entries.some((entry) => entry.state === 'failed') && (
        <div className={classes.failed}>{reason}</div>
      )}
      {point !== null && (
        <Link
          to="/project/$ref/database/backups/pitr"
          params={{ ref: projectRef }}
          className={classes.link ?? ''}
        >
          Go back to {point}
        </Link>
      )}
    </article>
  );
}

const KINDS: Record<GitSyncEntry['kind'], string> = {
  migration: 'Migration',
  seed: 'Seed',
  function: 'Function',
};

function Entry({ entry }: { entry: GitSyncEntry }) {
  const { kind, path, state, milliseconds, message, line, statement } = entry;
  const took = milliseconds === null ? '' : `${milliseconds.toLocaleString('en-US')} ms`;
  const isFailed = state === 'failed';
  return (
    <li className={classes.entry}>
      <span className={classes.dim}>{KINDS[kind]}</span>
      <span className={classes.path}>
        {path.replace(/^(migrations|functions)\//, '')}
        {line !== null && `, line ${line}`}
      </span>
      <span className={isFailed ? classes.failed : classes.dim}>
        {state === 'done' ? took : { running: 'Running', failed: 'Failed', skipped: 'Skipped' }[state]}
      </span>
      {message !== null && (
        <div className={`${classes.message} ${isFailed ? classes.failed : classes.dim}`}>{message}</div>
      )}
      {statement !== null && (
        <div className={classes.message}>
          <CodeBlock value={statement} label="statement that failed" wrap />
        </div>
      )}
    </li>
  );
}
