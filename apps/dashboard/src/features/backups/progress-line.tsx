import type { StepProgress } from '@basalt/contract';
import { byteSize } from '../../lib/byte-size.ts';
import { duration } from '../../lib/duration.ts';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  text: string;
  progress: StepProgress | null;
  /** How long it has been at work, in milliseconds. */
  took?: number | null;
}

/** Work under way: what is being done and how far it is. */
export function ProgressLine({ text, progress, took = null }: ProgressLineProps) {
  const total = progress?.total_bytes ?? null;
  const share = total === null || total === 0 ? null : Math.min(1, (progress?.done_bytes ?? 0) / total);
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <span className={classes.text}>{progress?.text ?? text}</span>
        <span className={classes.numbers}>
          {[sizes(progress), took === null ? null : duration(took)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        data-unknown={share === null || undefined}
      >
        <div className={classes.fill} style={share === null ? undefined : { width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function sizes(progress: StepProgress | null): string | null {
  if (progress === null) return null;
  const { done_bytes: done, total_bytes: total } = progress;
  return total === null ? byteSize(done) : `${byteSize(done)} of ${byteSize(total)}`;
}
