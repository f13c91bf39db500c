import type { StepProgress } from '@basalt/contract';
import classes from './progress-bar.module.css';
import { progressLabels } from './progress-labels.ts';
import { usePace } from './use-pace.ts';

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
        <span className={classes.sizes}>
          {sizes}
          {paceText !== '' && <span className={classes.pace}> · {paceText}</span>}
        </span>
      </div>
    </div>
  );
}
