import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import filters from '../shared/object-page.module.css';
import { useObjectSearch } from '../shared/object-search.ts';
import { STATES, type TriggerState } from './trigger-states.ts';

export const TRIGGERS_DESCRIPTION =
  'Functions that run by themselves when rows change, or when the schema does.';

const KINDS = [
  { value: 'table', label: 'Triggers of tables' },
  { value: 'event', label: 'Event triggers' },
  { value: 'server', label: 'Event triggers of superusers' },
];

/** Which triggers the page lists. */
export function TriggerKindChoice() {
  const [{ kind = 'table' }, change] = useObjectSearch();
  return (
    <div className={filters.choice}>
      <ChoiceField
        label="Kind"
        value={kind}
        options={KINDS}
        onChange={(next) => change({ kind: next === 'table' ? undefined : next })}
      />
    </div>
  );
}

/** The state of a trigger, short. */
export function TriggerMode({ mode }: { mode: TriggerState }) {
  return <Tag tone={mode === 'DISABLED' ? 'warn' : 'ok'}>{STATES[mode].short}</Tag>;
}
