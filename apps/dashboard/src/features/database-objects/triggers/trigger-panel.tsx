import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { DropDialog } from '../changes/drop-dialog.tsx';
import { SqlFailure } from '../changes/sql-failure.tsx';
import { useChange } from '../changes/use-change.ts';
import { Definition } from '../shared/definition.tsx';
import { DetailsPanel } from '../shared/details-panel.tsx';
import { ObjectActions, useChangeReason } from '../shared/object-actions.tsx';
import type { TriggerObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';

/** Everything about one trigger; it can be switched off and on, and dropped. */
export function TriggerPanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getTrigger.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const definition = useQuery({
    ...orpc.objectDetails.definition.queryOptions({
      input: { ref: projectRef, kind: 'trigger', id: open ?? '0' },
    }),
    enabled: open !== undefined,
    retry: false,
  });
  const reasonFor = useChangeReason(projectRef);
  const sql = definition.data?.sql;
  return (
    <>
      <DetailsPanel<TriggerObject>
        noun="trigger"
        asked={open === undefined ? null : asked}
        titleOf={({ name, table }) => `${name} on ${table}`}
        onClose={panel.close}
      >
        {(found) => (
          <>
            <ObjectActions
              reason={reasonFor(found.schema)}
              noun="trigger"
              onDrop={() =>
                panel.drop({
                  noun: 'trigger',
                  name: found.name,
                  text: `Its function does not run any more when rows of ${found.schema}.${found.table} change.`,
                  definition: sql ?? null,
                  send: (query) =>
                    api.schemaChanges.deleteTrigger({
                      params: { ref: projectRef, id: String(found.id) },
                      query,
                    }),
                })
              }
            >
              <TriggerSwitch projectRef={projectRef} trigger={found} reason={reasonFor(found.schema)} />
            </ObjectActions>
            <FactList
              facts={[
                { label: 'Table', value: `${found.schema}.${found.table}` },
                {
                  label: 'Runs',
                  value: `${found.activation.toLowerCase()} ${found.events.join(', ').toLowerCase()}`,
                },
                { label: 'For each', value: found.orientation.toLowerCase() },
                {
                  label: 'Function',
                  value: (
                    <code>
                      {found.function_schema}.{found.function_name}({found.function_args.join(', ')})
                    </code>
                  ),
                },
                {
                  label: 'Only when',
                  value: found.condition === null ? 'Always' : <code>{found.condition}</code>,
                },
                { label: 'State', value: found.enabled_mode === 'DISABLED' ? 'Off' : 'On' },
              ]}
            />
            <Definition projectRef={projectRef} name={found.name} sql={sql} error={definition.error} />
          </>
        )}
      </DetailsPanel>
      <DropDialog dropping={panel.dropping} onClose={panel.keep} onDone={panel.endDrop} />
    </>
  );
}

interface TriggerSwitchProps {
  projectRef: string;
  trigger: TriggerObject;
  reason: string | null;
}

function TriggerSwitch({ projectRef: ref, trigger, reason }: TriggerSwitchProps) {
  const change = useChange();
  const [tried, setTried] = useState('');
  const isOff = trigger.enabled_mode === 'DISABLED';
  const enabled_mode = isOff ? 'ORIGIN' : 'DISABLED';
  return (
    <>
      <GuardedButton
        reason={reason}
        loading={change.isBusy}
        onClick={() => {
          setTried(isOff ? 'on' : 'off');
          const params = { ref, id: String(trigger.id) };
          void change.run((query) =>
            api.schemaChanges.updateTrigger({ params, query, body: { enabled_mode } }),
          );
        }}
      >
        {isOff ? 'Switch on' : 'Switch off'}
      </GuardedButton>
      {change.error !== null && (
        <SqlFailure error={change.error} title={`The trigger could not be switched ${tried}`} />
      )}
    </>
  );
}
