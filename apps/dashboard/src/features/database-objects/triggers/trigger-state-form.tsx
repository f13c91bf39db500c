import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { SqlFailure } from '../changes/sql-failure.tsx';
import { useChange } from '../changes/use-change.ts';
import type { TriggerObject } from '../shared/objects.ts';
import { STATES, type TriggerState } from './trigger-states.ts';

interface TriggerStateFormProps {
  projectRef: string;
  trigger: TriggerObject;
  /** Why it cannot be changed; null when it can. */
  reason: string | null;
}

/** Chooses when a trigger runs. Nothing happens before the button is pressed: a list is walked through by arrow keys. */
export function TriggerStateForm({ projectRef: ref, trigger, reason }: TriggerStateFormProps) {
  const change = useChange();
  const [chosen, setChosen] = useState<TriggerState | null>(null);
  const now = trigger.enabled_mode;
  const wanted = chosen ?? now;
  const save = async () => {
    const params = { ref, id: String(trigger.id) };
    const isDone = await change.run((query) =>
      api.schemaChanges.updateTrigger({ params, query, body: { enabled_mode: wanted } }),
    );
    if (isDone) setChosen(null);
  };
  return (
    <>
      <ChoiceField
        label="State"
        value={wanted}
        options={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
        disabled={reason !== null || change.isBusy}
        onChange={(value) => setChosen(value as TriggerState)}
      />
      <GuardedButton
        reason={reason ?? (wanted === now ? 'The trigger is in this state already.' : null)}
        loading={change.isBusy}
        onClick={() => void save()}
      >
        Change state
      </GuardedButton>
      {change.error !== null && (
        <SqlFailure error={change.error} title="The state of the trigger could not be changed" />
      )}
    </>
  );
}
