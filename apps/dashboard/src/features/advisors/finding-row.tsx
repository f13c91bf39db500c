import type { AdvisorFinding } from '@basalt/contract';
import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, useId, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { FailureBox } from '../../query/results/failure-box.tsx';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { placesOf } from './finding-places.ts';
import classes from './finding-row.module.css';
import { namedParts } from './group-findings.ts';
import { IgnoreForm } from './ignore-form.tsx';
import type { Fix } from './use-fix.tsx';

const DENIED = 'You do not have the required permissions to change this database.';

interface FindingRowProps {
  projectRef: string;
  finding: AdvisorFinding;
  fix: Fix;
  onChanged: () => Promise<unknown>;
}

/** One finding: what is concerned, the SQL that mends it, and a way to let it be. */
export function FindingRow({ projectRef, finding, fix, onChanged }: FindingRowProps) {
  const { data: project } = useProject(projectRef);
  const [open, setOpen] = useState<'fix' | 'ignore' | null>(null);
  const id = useId();
  const denied = project?.abilities.run_sql === false ? DENIED : null;
  const restore = useAction({
    mutation: orpc.advisors.restore.mutationOptions(),
    done: 'The finding counts again',
    failed: (message) => `Failed to restore the finding: ${message}`,
    onDone: onChanged,
  });
  const toggle = (part: 'fix' | 'ignore') => setOpen(open === part ? null : part);
  const { ignored, cache_key } = finding;
  return (
    <li className={classes.finding}>
      <div className={classes.line}>
        <p className={classes.detail} id={id}>
          {namedParts(finding.detail).map(({ key, text, isName }) =>
            isName ? <code key={key}>{text}</code> : text,
          )}{' '}
          <Places projectRef={projectRef} finding={finding} />
        </p>
        <div className={classes.tools}>
          {finding.fix !== null && (
            <Button
              size="xs"
              aria-expanded={open === 'fix'}
              aria-describedby={id}
              onClick={() => toggle('fix')}
            >
              Show fix
            </Button>
          )}
          {ignored === null ? (
            <GuardedButton size="xs" reason={denied} onClick={() => toggle('ignore')}>
              Ignore…
            </GuardedButton>
          ) : (
            <GuardedButton
              size="xs"
              reason={denied}
              loading={restore.isRunning}
              onClick={() => void restore.run({ ref: projectRef, cache_key })}
            >
              Restore
            </GuardedButton>
          )}
        </div>
      </div>
      {ignored !== null && (
        <p className={classes.reason}>
          Ignored by {ignored.by ?? 'a deleted account'} <TimeAgo date={new Date(ignored.at)} />:{' '}
          {ignored.reason}
        </p>
      )}
      {open === 'fix' && finding.fix !== null && (
        <FixPanel projectRef={projectRef} finding={finding} sql={finding.fix} fix={fix} denied={denied} />
      )}
      {open === 'ignore' && ignored === null && (
        <IgnoreForm
          projectRef={projectRef}
          finding={finding}
          onClose={() => setOpen(null)}
          onIgnored={onChanged}
        />
      )}
    </li>
  );
}

interface FixPanelProps {
  projectRef: string;
  finding: AdvisorFinding;
  sql: string;
  fix: Fix;
  denied: string | null;
}

function FixPanel({ projectRef, finding, sql, fix, denied }: FixPanelProps) {
  const openSnippet = useOpenSnippet(projectRef);
  const { cache_key: key, title } = finding;
  const failure = fix.failureOf(key);
  const isOtherBusy = fix.busyKey !== null && fix.busyKey !== key;
  return (
    <div className={classes.panel}>
      <CodeBlock label="SQL of the fix" value={sql} wrap />
      <div className={classes.tools}>
        <GuardedButton
          size="xs"
          variant="filled"
          reason={denied ?? (isOtherBusy ? 'Another fix is running.' : null)}
          loading={fix.busyKey === key}
          onClick={() => fix.run(key, sql)}
        >
          Run
        </GuardedButton>
        <Button size="xs" onClick={() => openSnippet(sql, `Fix: ${title}`)}>
          Open in SQL editor
        </Button>
      </div>
      {failure !== null && (
        <FailureBox failure={{ ...failure, line: null }} onGoToLine={() => {}} tone="warn" />
      )}
    </div>
  );
}

/** Where what is concerned can be looked at, and changed. */
function Places({ projectRef, finding }: { projectRef: string; finding: AdvisorFinding }) {
  return placesOf(finding).map(({ label, name, ...to }) => (
    <Fragment key={label}>
      <Link
        {...(to as LinkProps)}
        params={{ ref: projectRef } as never}
        className={classes.link}
        aria-label={`${label}: ${name}`}
      >
        {label}
      </Link>{' '}
    </Fragment>
  ));
}
