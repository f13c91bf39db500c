import { Button } from '@mantine/core';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import type { EventTriggerObject, ProjectEventTrigger } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { EventTriggerForm } from './event-trigger-form.tsx';
import { EventTriggerPanel } from './event-trigger-panel.tsx';
import { ServerEventTriggerPanel } from './server-event-trigger-panel.tsx';
import { TRIGGERS_DESCRIPTION, TriggerKindChoice, TriggerMode } from './trigger-kind.tsx';

/** Event triggers that the project's people have made. */
export function EventTriggers({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const list = usePaged<ProjectEventTrigger>({
    queryKey: orpc.schemaApi.listProjectEventTriggers.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.schemaApi.listProjectEventTriggers({ ref: projectRef, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)();
  return (
    <ObjectPage<ProjectEventTrigger>
      projectRef={projectRef}
      title="Triggers"
      description={TRIGGERS_DESCRIPTION}
      noun={['event trigger', 'event triggers']}
      list={list}
      filters={<TriggerKindChoice />}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New event trigger
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ name, event, function_name }) => `${name} ${event} ${function_name}`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name }) => ({ id, name })),
        {
          key: 'event',
          header: 'Event',
          width: 'minmax(0, 1.5fr)',
          render: ({ event }) => <code>{event}</code>,
        },
        {
          key: 'tags',
          header: 'Commands',
          width: 'minmax(0, 1.5fr)',
          isMinor: true,
          render: ({ tags }) => (tags.length === 0 ? 'All' : tags.join(', ')),
        },
        {
          key: 'function',
          header: 'Function',
          width: 'minmax(0, 2fr)',
          isMinor: true,
          render: ({ function_schema: schema, function_name: name }) => (
            <code>
              {schema}.{name}
            </code>
          ),
        },
        {
          key: 'state',
          header: 'State',
          width: '110px',
          render: (trigger) =>
            trigger.has_function ? (
              <TriggerMode mode={trigger.enabled ? 'ORIGIN' : 'DISABLED'} />
            ) : (
              <Tag tone="danger">No function</Tag>
            ),
        },
      ]}
      empty={{
        title: 'No event triggers',
        text: 'An event trigger runs a function when somebody changes the schema: to write down who did, or to refuse it.',
        action: reason === null && <Button onClick={panel.create}>Create the first event trigger</Button>,
      }}
    >
      <EventTriggerPanel projectRef={projectRef} />
      <SidePanel opened={panel.isNew} title="New event trigger" onClose={panel.close}>
        <EventTriggerForm
          projectRef={projectRef}
          existing={null}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      </SidePanel>
    </ObjectPage>
  );
}

/** Those that PostgreSQL itself knows: a superuser made them, the platform's among them. */
export function ServerEventTriggers({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const list = usePaged<EventTriggerObject>({
    queryKey: orpc.schemaApi.listEventTriggers.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.schemaApi.listEventTriggers({ ref: projectRef, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  return (
    <ObjectPage<EventTriggerObject>
      projectRef={projectRef}
      title="Triggers"
      description={TRIGGERS_DESCRIPTION}
      noun={['event trigger of superusers', 'event triggers of superusers']}
      list={list}
      filters={<TriggerKindChoice />}
      idOf={({ id }) => String(id)}
      textOf={({ name, event, function_name }) => `${name} ${event} ${function_name}`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name }) => ({ id, name })),
        {
          key: 'event',
          header: 'Event',
          width: 'minmax(0, 1fr)',
          render: ({ event }) => <code>{event}</code>,
        },
        {
          key: 'function',
          header: 'Function',
          width: 'minmax(0, 2fr)',
          isMinor: true,
          render: ({ function_schema: schema, function_name: name }) => (
            <code>
              {schema}.{name}
            </code>
          ),
        },
        {
          key: 'owner',
          header: 'Owner',
          width: 'minmax(0, 1fr)',
          isMinor: true,
          render: ({ owner }) => owner,
        },
        {
          key: 'state',
          header: 'State',
          width: '90px',
          render: ({ enabled_mode }) => <TriggerMode mode={enabled_mode} />,
        },
      ]}
      empty={{
        title: 'No event triggers',
        text: 'Nobody with the rights of a superuser has made one.',
      }}
    >
      <ServerEventTriggerPanel projectRef={projectRef} />
    </ObjectPage>
  );
}
