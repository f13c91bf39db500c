import { Button } from '@mantine/core';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import classes from './query-card.module.css';

interface DryRunProps {
  projectRef: string;
  sql: string;
}

interface Outcome {
  statements: readonly { command: string; rows: number | null }[];
  error: string | null;
}

/** Runs what would be written and takes it back: how many rows it would change, or why it would fail. */
export function DryRun({ projectRef: ref, sql }: DryRunProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, isRunning, error } = useAction({
    mutation: orpc.assistant.dryRun.mutationOptions(),
    onDone: setOutcome,
  });
  return (
    <div className={classes.dryRun}>
      <Button size="xs" loading={isRunning} onClick={() => void run({ ref, query: sql })}>
        Dry run
      </Button>
      <div role="status">
        {error !== null && <p className={classes.problem}>{error.message}</p>}
        {error === null && outcome !== null && <Told {...outcome} />}
        {error === null && outcome === null && <p>Runs it and rolls everything back.</p>}
      </div>
    </div>
  );
}

function Told({ statements, error }: Outcome) {
  return (
    <>
      <p>{error === null ? 'It would work. Everything was rolled back.' : `It would fail: ${error}`}</p>
      {statements.length > 0 && (
        <ul className={classes.risks} aria-label="What each statement would do">
          {statements.map(({ command, rows }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the statements of one answer keep their places
            <li key={place}>
              {command}
              {rows !== null && `: ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
