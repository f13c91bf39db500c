import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { DateRangePicker } from './date-range-picker.tsx';
import classes from './report-toolbar.module.css';

interface ReportToolbarProps {
  days: number | null;
  onDays: (days: number | null) => void;
  progress: { done: number; total: number } | null;
  /** Null while there is nothing to refresh. */
  onRefresh: (() => void) | null;
  isAdding: boolean;
  /** Null for those who cannot change the report. */
  onAdd: (() => void) | null;
}

/** What applies to all cards of a report. */
export function ReportToolbar(props: ReportToolbarProps) {
  const { days, onDays, progress, onRefresh, isAdding, onAdd } = props;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Report">
      <DateRangePicker days={days} onDays={onDays} />
      <div className={classes.actions}>
        <span className={classes.progress} role="status">
          {progress !== null && `${progress.done} of ${progress.total}`}
        </span>
        <Button
          leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
          disabled={onRefresh === null || progress !== null}
          onClick={() => onRefresh?.()}
        >
          Refresh all
        </Button>
        {onAdd !== null && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={15} stroke={2} aria-hidden="true" />}
            aria-expanded={isAdding}
            onClick={onAdd}
          >
            Add card
          </Button>
        )}
      </div>
    </div>
  );
}
