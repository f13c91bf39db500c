import { Button } from '@mantine/core';
import { api, orpc } from '../../../api/client.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectLink } from '../shared/object-link.tsx';
import filters from '../shared/object-page.module.css';
import { ObjectPage } from '../shared/object-page.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { type EventTriggerObject, inSchemas, type TriggerObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { EventTriggerPanel } from './event-trigger-panel.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { TriggerPanel } from './trigger-panel.tsx';
import { STATES, type TriggerState } from './trigger-states.ts';

/** Triggers of tables, and the event triggers of the database. */
export function TriggersPage({ projectRef }: { projectRef: string }) {
  const [{ kind }] = useObjectSearch();
  return kind === 'event' ? (
    <EventTriggers projectRef={projectRef} />
  ) : (
    <TableTriggers projectRef={projectRef} />
  );
}

const DESCRIPTION = 'Functions that run by themselves when rows change, or when the schema does.';

function KindChoice() {
  const [{ kind }, change] = useObjectSearch();
  return (
    <div className={filters.choice}>
      <ChoiceField
        label="Kind"
        value={kind === 'event' ? 'event' : 'table'}
        options={[
          { value: 'table', label: 'Triggers of tables' },
          { value: 'event', label: 'Event triggers' },
        ]}
        onChange={(next) => change({ kind: next === 'event' ? 'event' : undefined })}
      />
    </div>
  );
}

function TableTriggers({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const schemas = schemasOf(search);
  const input = inSchemas(projectRef, schemas);
  const list = usePaged<TriggerObject>({
    queryKey: orpc.schemaApi.listTriggers.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listTriggers({ ...input, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)(schemas);
  return (
    <ObjectPage<TriggerObject>
      projectRef={projectRef}
      title="Triggers"
      description={DESCRIPTION}
      noun={['trigger', 'triggers']}
      list={list}
      hasSchemas
      filters={<KindChoice />}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New trigger
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, table, name, function_name }) => `${name} ${schema}.${table} ${function_name}`}
      columns={[
        {
          key: 'name',
          header: 'Name',
          width: 'minmax(0, 2fr)',
          render: ({ id, name }) => <ObjectLink id={String(id)} name={name} />,
        },
        { key: 'table', header: 'Table', width: 'minmax(0, 1.5fr)', render: ({ table }) => table },
        {
          key: 'when',
          header: 'Runs',
          width: 'minmax(0, 1.5fr)',
          isMinor: true,
          render: (trigger) =>
            `${trigger.activation.toLowerCase()} ${trigger.events.join(', ').toLowerCase()}`,
        },
        {
          key: 'function',
          header: 'Function',
          width: 'minmax(0, 1.5fr)',
          isMinor: true,
          render: ({ function_name: name }) => <code>{name}</code>,
        },
        {
          key: 'state',
          header: 'State',
          width: '90px',
          render: ({ enabled_mode }) => <Mode mode={enabled_mode} />,
        },
      ]}
      empty={{
        title: 'No triggers here',
        text: 'A trigger runs a function before or after rows of a table are inserted, updated or deleted.',
        action: reason === null && <Button onClick={panel.create}>Create the first trigger</Button>,
      }}
    >
      <TriggerPanel projectRef={projectRef} />
      <SidePanel opened={panel.isNew} title="New trigger" onClose={panel.close}>
        <TriggerForm
          projectRef={projectRef}
          schema={schemas ?? 'public'}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      </SidePanel>
    </ObjectPage>
  );
}

function EventTriggers({ projectRef }: { projectRef: string }) {
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
      description={DESCRIPTION}
      noun={['event trigger', 'event triggers']}
      list={list}
      filters={<KindChoice />}
      idOf={({ id }) => String(id)}
      textOf={({ name, event, function_name }) => `${name} ${event} ${function_name}`}
      columns={[
        {
          key: 'name',
          header: 'Name',
          width: 'minmax(0, 2fr)',
          render: ({ id, name }) => <ObjectLink id={String(id)} name={name} />,
        },
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
          render: ({ enabled_mode }) => <Mode mode={enabled_mode} />,
        },
      ]}
      empty={{
        title: 'No event triggers',
        text: 'An event trigger runs when the schema changes. Make one with create event trigger in the SQL editor.',
      }}
    >
      <EventTriggerPanel projectRef={projectRef} />
    </ObjectPage>
  );
}

function Mode({ mode }: { mode: TriggerState }) {
  return <Tag tone={mode === 'DISABLED' ? 'warn' : 'ok'}>{STATES[mode].short}</Tag>;
}
