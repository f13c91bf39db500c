import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Definition } from '../shared/definition.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import type { TriggerObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { TriggerStateForm } from './trigger-state-form.tsx';
import { STATES } from './trigger-states.ts';

/** Everything about one trigger; when it runs can be changed, and it can be dropped. */
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
    <ObjectPanel<TriggerObject>
      panel={panel}
      noun="trigger"
      asked={asked}
      titleOf={({ name, table }) => `${name} on ${table}`}
      reasonOf={({ schema }) => reasonFor(schema)}
      tools={(found) => (
        <TriggerStateForm
          key={found.id}
          projectRef={projectRef}
          trigger={found}
          reason={reasonFor(found.schema)}
        />
      )}
      drop={(found) => ({
        text: `Its function does not run any more when rows of ${found.schema}.${found.table} change.`,
        definition: sql ?? null,
        send: (query) =>
          api.schemaChanges.deleteTrigger({ params: { ref: projectRef, id: String(found.id) }, query }),
      })}
    >
      {(found) => (
        <>
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
              { label: 'State', value: STATES[found.enabled_mode].label },
            ]}
          />
          <Definition projectRef={projectRef} name={found.name} sql={sql} error={definition.error} />
        </>
      )}
    </ObjectPanel>
  );
}
