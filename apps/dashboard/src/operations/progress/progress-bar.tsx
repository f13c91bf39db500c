import type { StepProgress } from '@basalt/contract';
import { useEffect, useState } from 'react';
import classes from './progress-bar.module.css';
import { addSample, paceOf, progressLabels, type Sample } from './progress-labels.ts';

/** How far something is that can tell: a bar, sizes, speed and about how long it still takes. */
export function ProgressBar({ progress }: { progress: StepProgress }) {
  const pace = usePace(progress.done_bytes);
  const { share, sizes, pace: paceText } = progressLabels(progress, pace);
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={progress.text}
        aria-valuetext={sizes}
        {...(share === null
          ? {}
          : { 'aria-valuenow': Math.round(share * 100), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
        data-unknown={share === null}
      >
        <div className={classes.fill} style={{ width: share === null ? '30%' : `${share * 100}%` }} />
      </div>
      <div className={classes.words}>
        <span className={classes.text}>{progress.text}</span>
        <span>
          {sizes}
          {paceText !== '' && <span> · {paceText}</span>}
        </span>
      </div>
    </div>
  );
}

/** How fast a number of bytes grows, in bytes a second; null while that cannot be told. */
function usePace(done: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at: Date.now(), done })), [done]);
  return paceOf(samples);
}
