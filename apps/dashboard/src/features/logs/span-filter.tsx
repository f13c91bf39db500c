import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import classes from './log-filters.module.css';
import { LOG_RANGES, localMoment, logSpan, momentOfLocal, momentsOf } from './log-question.ts';
import { useLogSearch } from './use-log-search.ts';

const BETWEEN = 'between';
const HOUR = 3_600_000;
const OPTIONS = [...LOG_RANGES, { value: BETWEEN, label: 'Between two times' }];

/** The time that is looked at: up to now, or between two moments. */
export function SpanFilter() {
  const { search, ask } = useLogSearch();
  const span = logSpan(search);

  function choose(next: string) {
    if (next !== BETWEEN) return ask({ range: next, from: '', to: '' });
    const { from, to } = momentsOf(span, Date.now());
    ask({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), live: false });
  }

  return (
    <div className={classes.choice}>
      <ChoiceField
        label="Time"
        options={OPTIONS}
        value={span.kind === 'last' ? span.value : BETWEEN}
        onChange={choose}
      />
    </div>
  );
}

/** The two moments, where the time lies between two. */
export function SpanMoments() {
  const { search, ask } = useLogSearch();
  const span = logSpan(search);
  if (span.kind === 'last') return null;
  const look = (from: number, to: number) =>
    ask({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  // A time that ends before it begins is none: the other end comes along.
  return (
    <div className={classes.span}>
      <Moment
        label="From"
        at={span.from}
        onChange={(from) => look(from, from < span.to ? span.to : from + HOUR)}
      />
      <span aria-hidden="true">–</span>
      <Moment label="To" at={span.to} onChange={(to) => look(span.from < to ? span.from : to - HOUR, to)} />
    </div>
  );
}

function Moment({ label, at, onChange }: { label: string; at: number; onChange: (at: number) => void }) {
  return (
    <input
      type="datetime-local"
      className={classes.moment}
      aria-label={label}
      step={1}
      // Told when the person leaves the field: half a date is no time.
      key={at}
      defaultValue={localMoment(at)}
      onBlur={(event) => {
        const next = momentOfLocal(event.currentTarget.value);
        if (next !== null && next !== Math.floor(at / 1_000) * 1_000) onChange(next);
      }}
    />
  );
}
