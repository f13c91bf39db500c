import { AUDIT_OUTCOMES } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import classes from './audit-filters.module.css';
import { OUTCOMES } from './audit-labels.ts';
import { useAuditSearch } from './use-audit-search.ts';

/** What the log is asked for; everything lives in the address, so that a filtered log can be sent to somebody. */
export function AuditFilters({ slug }: { slug: string }) {
  const { search, ask } = useAuditSearch();
  const { data } = useQuery(orpc.auditLog.choices.queryOptions({ input: { slug } }));
  const { people = [], actions = [], projects = [] } = data ?? {};
  const groups = [...new Set(actions.map((action) => action.split('.', 1)[0] ?? action))];
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <DebouncedSearch label="Search the audit log" value={search.q ?? ''} onChange={(q) => ask({ q })} />
      </div>
      <Choice
        label="Person"
        any="Anybody"
        choices={people.map(({ account_id, email }) => ({ value: account_id, label: email }))}
        value={search.person}
        onChange={(person) => ask({ person })}
      />
      <Choice
        label="Action"
        any="Any action"
        choices={[
          ...groups.map((group) => ({ value: group, label: `${group}: all` })),
          ...actions.map((action) => ({ value: action, label: action })),
        ].sort((one, other) => (one.value < other.value ? -1 : 1))}
        value={search.action}
        onChange={(action) => ask({ action })}
      />
      <Choice
        label="Project"
        any="Any project"
        choices={projects.map(({ ref, name }) => ({ value: ref, label: name ?? `${ref} (deleted)` }))}
        value={search.project}
        onChange={(project) => ask({ project })}
      />
      <Choice
        label="Outcome"
        any="Any outcome"
        choices={AUDIT_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].label }))}
        value={search.outcome}
        onChange={(outcome) => ask({ outcome })}
      />
      <div className={classes.days}>
        <Day label="From" value={search.from} onChange={(from) => ask({ from })} />
        <Day label="To" value={search.to} onChange={(to) => ask({ to })} />
      </div>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One of some, or any. What the address has beyond them is offered too. */
function Choice({ label, any, choices, value, onChange }: ChoiceProps) {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value);
  const all = isKnown ? choices : [...choices, { value, label: value }];
  return (
    <div className={classes.choice}>
      <ChoiceField
        label={label}
        options={[{ value: '', label: any }, ...all]}
        value={value ?? ''}
        onChange={onChange}
      />
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label className={classes.day}>
      {label}
      <input
        type="date"
        // Told when the person leaves the field: half a date is no day.
        key={value}
        defaultValue={value}
        onBlur={(event) => {
          if (event.currentTarget.value !== value) onChange(event.currentTarget.value);
        }}
      />
    </label>
  );
}
