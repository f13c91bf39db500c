import { createEventTrigger } from '@basalt/sql/definitions';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SqlFailure } from '../changes/sql-failure.tsx';
import { useChange } from '../changes/use-change.ts';
import { Definition } from '../shared/definition.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import type { ProjectEventTrigger } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { EVENTS, EventTriggerForm } from './event-trigger-form.tsx';

/** Everything about one event trigger of the project; it can be changed, switched and dropped. */
export function EventTriggerPanel({ projectRef: ref }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getProjectEventTrigger.queryOptions({ input: { ref, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const reason = useChangeReason(ref)();
  return (
    <ObjectPanel<ProjectEventTrigger>
      panel={panel}
      noun="event trigger"
      asked={asked}
      titleOf={({ name }) => name}
      reasonOf={() => reason}
      form={(found) => (
        <EventTriggerForm
          projectRef={ref}
          existing={found}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      )}
      notice={({ has_function, function_schema, function_name }) =>
        !has_function && (
          <Notice tone="danger" title="Its function is gone">
            There is no function{' '}
            <code>
              {function_schema}.{function_name}(text, text)
            </code>
            , so nothing runs. Create it again, or drop the event trigger.
          </Notice>
        )
      }
      tools={(found) => <Switch key={found.id} projectRef={ref} trigger={found} reason={reason} />}
      drop={(found) => ({
        text: 'Its function does not run any more when the schema changes. The function stays.',
        definition: sqlOf(found),
        send: (query) =>
          api.schemaChanges.deleteProjectEventTrigger({ params: { ref, id: String(found.id) }, query }),
      })}
    >
      {(found) => (
        <>
          <FactList
            facts={[
              { label: 'Event', value: EVENTS[found.event] },
              {
                label: 'Commands',
                value: found.tags.length === 0 ? 'All of the event' : found.tags.join(', '),
              },
              {
                label: 'Function',
                value: (
                  <code>
                    {found.function_schema}.{found.function_name}(event, tag)
                  </code>
                ),
              },
              { label: 'State', value: found.enabled ? 'On' : 'Off' },
            ]}
          />
          <Definition projectRef={ref} name={found.name} sql={sqlOf(found)} />
        </>
      )}
    </ObjectPanel>
  );
}

function sqlOf(trigger: ProjectEventTrigger): string {
  return `${createEventTrigger(trigger).join(';\n')};`;
}

interface SwitchProps {
  projectRef: string;
  trigger: ProjectEventTrigger;
  reason: string | null;
}

function Switch({ projectRef: ref, trigger: { id, enabled }, reason }: SwitchProps) {
  const change = useChange();
  const flip = () =>
    change.run((query) =>
      api.schemaChanges.updateProjectEventTrigger({
        params: { ref, id: String(id) },
        query,
        body: { enabled: !enabled },
      }),
    );
  return (
    <>
      <GuardedButton reason={reason} loading={change.isBusy} onClick={() => void flip()}>
        {enabled ? 'Switch off' : 'Switch on'}
      </GuardedButton>
      {change.error !== null && (
        <SqlFailure error={change.error} title="The event trigger could not be changed" />
      )}
    </>
  );
}
