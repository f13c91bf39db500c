import { Button } from '@mantine/core';
import classes from './moment-form.module.css';
import { momentText, spanLabels } from './moment-labels.ts';
import type { Judgement } from './target-moment.ts';

interface MomentOutcomeProps {
  judgement: Judgement;
  now: number;
  onUse: (at: number) => void;
}

/** What the chosen time means in UTC, or why it cannot be restored. */
export function MomentOutcome({ judgement, now, onUse }: MomentOutcomeProps) {
  return (
    <div id="moment-outcome" className={classes.outcome} data-wrong={isWrong(judgement) || undefined}>
      {judgement.kind === 'empty' && <p>Choose a date and a time.</p>}
      {judgement.kind === 'twice' && <p>Choose one of the two.</p>}
      {judgement.kind === 'missing' && <p role="alert">{judgement.message}</p>}
      {judgement.kind === 'outside' && (
        <>
          <p role="alert">{judgement.message}</p>
          <Button size="xs" onClick={() => onUse(judgement.edge)}>
            Use it
          </Button>
        </>
      )}
      {judgement.kind === 'moment' && (
        <p>
          <time dateTime={new Date(judgement.at).toISOString()}>{momentText(judgement.at, 'UTC')} UTC</time>,{' '}
          {spanLabels(now - judgement.at)} ago. What was written after it will not be there.
        </p>
      )}
    </div>
  );
}

function isWrong({ kind }: Judgement): boolean {
  return kind === 'missing' || kind === 'outside';
}
