import { LOG_LEVELS, REQUEST_METHODS, REQUEST_SERVICES } from '@basalt/contract';
import { type ReactNode, useContext } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import { LogTools } from '../../ui/lists/log-tools.tsx';
import classes from './log-filters.module.css';
import { LOG_ROLES, STATUS_CLASSES } from './log-question.ts';
import { SpanFilter, SpanMoments } from './span-filter.tsx';
import { OneService, useLogSearch } from './use-log-search.ts';

const STATUSES = [...STATUS_CLASSES, '400', '401', '403', '404', '406', '409', '422', '429', '500', '503'];

interface LogFiltersProps {
  onRefresh: () => void;
  isRefreshing: boolean;
  /** What can be done with the question as a whole. */
  saved: ReactNode;
}

/** What the log is asked for; everything lives in the address, so that a filtered log can be sent to somebody. */
export function LogFilters({ onRefresh, isRefreshing, saved }: LogFiltersProps) {
  const { search, ask } = useLogSearch();
  const ofOne = useContext(OneService) !== null;
  return (
    <search className={classes.filters}>
      <div className={classes.path}>
        <DebouncedSearch label="Search paths" value={search.path ?? ''} onChange={(path) => ask({ path })} />
      </div>
      <Choice
        label="Method"
        any="Any method"
        choices={REQUEST_METHODS}
        value={search.method}
        onChange={(method) => ask({ method })}
      />
      <Choice
        label="Status"
        any="Any status"
        choices={STATUSES}
        value={search.status}
        onChange={(status) => ask({ status })}
      />
      {!ofOne && (
        <Choice
          label="Service"
          any="Any service"
          choices={REQUEST_SERVICES}
          value={search.service}
          onChange={(service) => ask({ service })}
        />
      )}
      <Choice
        label="Role"
        any="Any role"
        choices={LOG_ROLES}
        value={search.role}
        onChange={(role) => ask({ role })}
      />
      <SpanFilter />
      <Tools onRefresh={onRefresh} isRefreshing={isRefreshing} />
      {saved}
      <SpanMoments />
    </search>
  );
}

/** What a log of lines is asked for. */
export function LineFilters({ onRefresh, isRefreshing, saved }: LogFiltersProps) {
  const { search, ask } = useLogSearch();
  return (
    <search className={classes.filters}>
      <div className={classes.path}>
        <DebouncedSearch label="Search messages" value={search.q ?? ''} onChange={(q) => ask({ q })} />
      </div>
      <Choice
        label="Level"
        any="Any level"
        choices={LOG_LEVELS}
        value={search.level}
        onChange={(level) => ask({ level })}
      />
      <SpanFilter />
      <Tools onRefresh={onRefresh} isRefreshing={isRefreshing} />
      {saved}
      <SpanMoments />
    </search>
  );
}

function Tools({ onRefresh, isRefreshing }: Omit<LogFiltersProps, 'saved'>) {
  const { search, ask } = useLogSearch();
  return (
    <LogTools
      isLive={search.live === true}
      isRefreshing={isRefreshing}
      onRefresh={onRefresh}
      // What is past does not change.
      onLive={(isLive) => ask(isLive ? { live: true, from: '', to: '' } : { live: false })}
    />
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  choices: readonly string[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One of some, or any. What the address has beyond the usual is offered too. */
function Choice({ label, any, choices, value, onChange }: ChoiceProps) {
  const all = value === undefined || choices.includes(value) ? choices : [...choices, value];
  return (
    <div className={classes.choice}>
      <ChoiceField
        label={label}
        options={[{ value: '', label: any }, ...all.map((choice) => ({ value: choice, label: choice }))]}
        value={value ?? ''}
        onChange={onChange}
      />
    </div>
  );
}
