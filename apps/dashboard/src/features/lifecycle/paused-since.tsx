import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './paused-since.module.css';

/** When the pause began. */
export function PausedSince({ at }: { at: string }) {
  return (
    <p className={classes.since}>
      Paused <TimeAgo date={at} />
    </p>
  );
}
