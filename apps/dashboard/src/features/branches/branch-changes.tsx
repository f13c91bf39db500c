import type {
  Branch,
  BranchDifference,
  DifferenceRisk,
  DifferenceStatement,
  Project,
} from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { UnfoldingRow } from '../../ui/lists/unfolding-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import classes from './branch-changes.module.css';
import { EndedMerge, RunningMerge } from './last-merge.tsx';
import { MergeSection } from './merge-section.tsx';
import { PartLists, usuallyChosen } from './part-list.tsx';
import { WATCHED_MS } from './use-branches.ts';

const RISKS: Record<DifferenceRisk, { label: string; title: string; tone: 'danger' | 'warn' | 'plain' }> = {
  data_loss: { label: 'Loses data', title: 'Takes rows, columns or objects away.', tone: 'danger' },
  rewrite: { label: 'Rewrites', title: 'Rewrites the whole table.', tone: 'warn' },
  may_fail: { label: 'May fail', title: 'Fails when a row that is there does not fit.', tone: 'warn' },
  lock: { label: 'Locks', title: 'Nobody reads or writes the table while it lasts.', tone: 'plain' },
};

const ACTIONS = { create: 'Create', alter: 'Change', drop: 'Drop' } as const;

interface BranchChangesProps {
  /** Null: closed. */
  branch: Branch | null;
  project: Project;
  onClose: () => void;
}

/**
 * What a branch has that its project has not: the schema as SQL with what each statement may cost, functions, secrets and settings; and
 * how that comes into the project.
 */
export function BranchChanges({ branch, project, onClose }: BranchChangesProps) {
  return (
    <SidePanel
      opened={branch !== null}
      onClose={onClose}
      title={branch === null ? 'Changes' : `Changes in ${branch.name}`}
    >
      {branch !== null && <Loaded branch={branch} project={project} />}
    </SidePanel>
  );
}

/** The newest merge while it is at work, else what there is to merge. */
function Loaded({ branch, project }: { branch: Branch; project: Project }) {
  const merges = useQuery({
    ...orpc.branches.merges.queryOptions({ input: { branch_id_or_ref: branch.project_ref } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'running' ? WATCHED_MS : false),
  });
  const { data, error, refetch } = merges;
  if (error !== null && data === undefined)
    return <ErrorState error={error} title="Its merges could not be read" onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  const [last] = data;
  if (last?.state === 'running') return <RunningMerge merge={last} project={project} />;
  return (
    <>
      {last !== undefined && (
        <EndedMerge merge={last} branch={branch} project={project} onChanged={() => void refetch()} />
      )}
      <Compared
        key={`${last?.id} ${last?.brought?.returned_at}`}
        branch={branch}
        project={project}
        onBegun={() => void refetch()}
      />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Comparing">
      <Skeleton height={260} radius={10} />
    </div>
  );
}

interface ComparedProps {
  branch: Branch;
  project: Project;
  onBegun: () => void;
}

function Compared({ branch, project, onBegun }: ComparedProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...orpc.branches.diff.queryOptions({ input: { branch_id_or_ref: branch.project_ref } }),
    // It costs both databases something, and is looked at when somebody asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
  const again = () => void refetch();
  if (isFetching) return <Waiting />;
  if (error !== null) return <ErrorState error={error} title="They could not be compared" onRetry={again} />;
  if (data === undefined) return null;
  return (
    <Difference
      key={data.hash}
      difference={data}
      branch={branch}
      project={project}
      onAgain={again}
      onBegun={onBegun}
    />
  );
}

interface DifferenceProps {
  difference: BranchDifference;
  branch: Branch;
  project: Project;
  onAgain: () => void;
  onBegun: () => void;
}

function Difference({ difference, branch, project, onAgain, onBegun }: DifferenceProps) {
  const { sql, statements, functions, left_out: leftOut, not_compared: notCompared } = difference;
  const theirs = difference.project_changes ?? [];
  const isSame = statements.length + functions.length === 0;
  const [chosen, setChosen] = useState(() => usuallyChosen(difference));
  const openSnippet = useOpenSnippet(project.ref);
  return (
    <>
      <div className={classes.summary}>
        <p>
          {isSame ? `The branch has the schema and the functions of ${project.name}.` : countOf(statements)}
        </p>
        <div className={classes.actions}>
          {statements.length > 0 && <CopyButton value={sql} label="the SQL" withText="Copy SQL" />}
          {statements.length > 0 && project.abilities.run_sql && (
            <Button
              size="xs"
              title={`Opens it in the SQL editor of ${project.name}, as one transaction`}
              onClick={() => openSnippet(sql, `Changes of ${branch.name}`)}
            >
              Open in SQL editor
            </Button>
          )}
          <Button size="xs" onClick={onAgain}>
            Compare again
          </Button>
        </div>
      </div>
      {statements.length > 0 && (
        <section aria-label="Database">
          <h3 className={classes.heading}>Database</h3>
          <ul className={classes.list}>
            {statements.map((statement) => (
              <Statement key={`${statement.action} ${statement.sql}`} statement={statement} />
            ))}
          </ul>
        </section>
      )}
      <PartLists difference={difference} chosen={chosen} onChoose={setChosen} />
      {statements.length > 0 && theirs.length > 0 && (
        <Notice tone="warn" title="The project has changed since">
          <p>
            The branch does not have: {namesOf(theirs)}. Bring it up to date first, or these may be taken
            back.
          </p>
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice tone="info" title="Left out">
          <p>These differ too, and belong to the platform: {namesOf(leftOut)}.</p>
        </Notice>
      )}
      {notCompared.length > 0 && (
        <Notice tone="warn" title="Not merged">
          <p>
            These differ too and are not merged, so change them yourself:{' '}
            {notCompared.map(({ kind, names }) => `${kind} ${names.join(', ')}`).join('; ')}.
          </p>
        </Notice>
      )}
      <MergeSection
        difference={difference}
        chosen={chosen}
        branch={branch}
        project={project}
        onBegun={onBegun}
      />
    </>
  );
}

function countOf({ length }: readonly DifferenceStatement[]): string {
  if (length === 0) return 'The schemas are the same.';
  return `${length} ${length === 1 ? 'statement leads' : 'statements lead'} from the project to the branch.`;
}

/** Several statements may be about the same. */
const namesOf = (subjects: BranchDifference['left_out']) =>
  [...new Set(subjects.map(({ kind, name }) => `${kind} ${name}`))].join(', ');

function Statement({ statement: { action, kind, name, sql, risks } }: { statement: DifferenceStatement }) {
  return (
    <UnfoldingRow className={classes.row} details={<CodeBlock label="SQL" value={sql} wrap />}>
      <span className={classes.subject}>
        {ACTIONS[action]} {kind} <strong>{name}</strong>
      </span>
      <span className={classes.tags}>
        {risks.map((risk) => (
          <Tag key={risk} tone={RISKS[risk].tone} title={RISKS[risk].title}>
            {RISKS[risk].label}
          </Tag>
        ))}
      </span>
    </UnfoldingRow>
  );
}
