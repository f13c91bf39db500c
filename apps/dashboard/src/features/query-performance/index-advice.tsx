import type { IndexAdvice, IndexTrial } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { gradeOf, trialText } from './index-trial.ts';
import classes from './statement-page.module.css';

interface AdviceProps {
  projectRef: string;
  /** Of the statement. */
  id: string;
  advice: IndexAdvice;
}

/** An index that might help, and what came of trying it. */
export function Advice({ projectRef: ref, id, advice }: AdviceProps) {
  const openSnippet = useOpenSnippet(ref);
  const [found, setFound] = useState<{ trial: IndexTrial | null; problem: string | null } | null>(null);
  const { schema, table, sql, bytes } = advice;
  const trial = found?.trial ?? null;
  const { label, tone, reason } = gradeOf(advice.grade, trial);
  return (
    <section className={classes.advice} aria-label="Index advice">
      <p>
        <Tag tone={tone}>{label}</Tag> All of{' '}
        <code>
          {schema}.{table}
        </code>{' '}
        is read. {reason} It would take {trial === null && 'about '}
        {byteSize(trial?.bytes ?? bytes)}, and every write to the table would keep it up to date.
        {trial === null && ' It has not been tried.'}
      </p>
      <CodeBlock label="SQL of the index" value={sql} wrap />
      <div className={classes.buttons}>
        <TryButton projectRef={ref} id={id} advice={advice} onFound={setFound} />
        <Button size="xs" onClick={() => openSnippet(sql, `Index on ${table}`)}>
          Open in SQL editor
        </Button>
      </div>
      <div role="status">
        {trial !== null && <p>{trialText(trial)}</p>}
        {found?.problem != null && <p>{found.problem}</p>}
      </div>
    </section>
  );
}

interface TryButtonProps extends AdviceProps {
  onFound: (found: { trial: IndexTrial | null; problem: string | null }) => void;
}

/** Says what it costs others before it tries the index. */
function TryButton({ projectRef: ref, id, advice, onFound }: TryButtonProps) {
  const { data: project } = useProject(ref);
  const [isAsking, setAsking] = useState(false);
  const attempt = useAction({
    mutation: orpc.queryPerformance.tryIndex.mutationOptions(),
    failed: (message) => `Failed to try the index: ${message}`,
    onDone: onFound,
  });
  const denied = 'You can look at the database of this project, but not change it.';
  return (
    <>
      <GuardedButton
        size="xs"
        variant="filled"
        reason={project?.abilities.run_sql === true ? advice.no_trial : denied}
        loading={attempt.isRunning}
        onClick={() => setAsking(true)}
      >
        Try it…
      </GuardedButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void attempt.run({ ref, id, advice: advice.sql });
        }}
        title="Try this index?"
        confirmLabel="Try it"
      >
        It is built, the statement is planned with it, and everything is rolled back. The statement is not
        run. Meanwhile writes to {advice.schema}.{advice.table} wait, for up to 25 seconds; reads do not. If
        somebody else writes to the table for longer than a second, nothing is tried.
      </ConfirmDialog>
    </>
  );
}
