import { Button } from '@mantine/core';
import classes from './log-tools.module.css';

interface LogToolsProps {
  isLive: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
  onLive: (isLive: boolean) => void;
}

/** Reads a log once more, or goes on reading it. */
export function LogTools({ isLive, isRefreshing, onRefresh, onLive }: LogToolsProps) {
  return (
    <div className={classes.tools}>
      <Button loading={isRefreshing && !isLive} onClick={onRefresh}>
        Refresh
      </Button>
      <Button
        className={classes.live ?? ''}
        aria-pressed={isLive}
        data-live={isLive || undefined}
        leftSection={<span className={classes.dot} aria-hidden="true" />}
        onClick={() => onLive(!isLive)}
      >
        Live
      </Button>
    </div>
  );
}
