import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DATE_RANGES, MAX_DAYS } from './content/date-range.ts';
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

const CUSTOM = 'custom';
const OPTIONS = [
  ...DATE_RANGES.map(({ days, label }) => ({ value: String(days), label })),
  { value: CUSTOM, label: 'Custom' },
];

interface DateRangePickerProps {
  days: number | null;
  onDays: (days: number | null) => void;
}

/** How far back the report looks: a span by name, or any number of days. */
function DateRangePicker({ days, onDays }: DateRangePickerProps) {
  const hasName = DATE_RANGES.some((range) => range.days === days);
  const [isCustom, setCustom] = useState(!hasName);
  const [typed, setTyped] = useState<string | null>(null);

  function keep() {
    const number = Math.round(Number(typed));
    setTyped(null);
    if (number >= 1 && number !== days) onDays(Math.min(MAX_DAYS, number));
  }

  return (
    <div className={classes.picker} title="Fills :start_date and :end_date in every card that has them">
      <ChoiceField
        label="Date range"
        options={OPTIONS}
        value={isCustom || !hasName ? CUSTOM : String(days)}
        onChange={(value) => {
          setCustom(value === CUSTOM);
          if (value === CUSTOM) return;
          onDays(DATE_RANGES.find((range) => String(range.days) === value)?.days ?? null);
        }}
      />
      {(isCustom || !hasName) && (
        <label className={classes.custom}>
          Last
          <input
            type="number"
            min={1}
            max={MAX_DAYS}
            aria-label="Days"
            className={classes.days}
            value={typed ?? String(days ?? 365)}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={keep}
            onKeyDown={(event) => event.key === 'Enter' && keep()}
          />
          days
        </label>
      )}
    </div>
  );
}
