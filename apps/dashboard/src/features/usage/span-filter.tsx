import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import classes from './usage.module.css';
import { moveEnd, PRESETS, presetOf, presetSpans, type UsagePreset, type UsageSpan } from './usage-span.ts';

const OTHER = 'other';

interface SpanFilterProps {
  span: UsageSpan;
  today: string;
  /** Null: the usual days, which an address need not name. */
  onChange: (span: UsageSpan | null) => void;
}

/** The days that are looked at: some that are often wanted, and between any two. */
export function SpanFilter({ span, today, onChange }: SpanFilterProps) {
  const preset = presetOf(span, today);
  const choose = (value: string) => {
    if (value !== OTHER) onChange(value === 'month' ? null : presetSpans(today)[value as UsagePreset]);
  };
  const day = (end: 'from' | 'to', label: string) => (
    <input
      key={`${end}${span[end]}`}
      type="date"
      className={classes.day}
      aria-label={label}
      defaultValue={span[end]}
      max={today}
      // Told when the person leaves the field: half a date is no day.
      onBlur={({ currentTarget: { value } }) => {
        if (value !== span[end]) onChange(moveEnd(span, end, value));
      }}
    />
  );
  return (
    <div className={classes.span}>
      <ChoiceField
        label="Days"
        value={preset ?? OTHER}
        options={[...PRESETS, ...(preset === null ? [{ value: OTHER, label: 'Between two days' }] : [])]}
        onChange={choose}
      />
      <div className={classes.days}>
        {day('from', 'First day')}
        <span aria-hidden="true">–</span>
        {day('to', 'Last day')}
      </div>
    </div>
  );
}
