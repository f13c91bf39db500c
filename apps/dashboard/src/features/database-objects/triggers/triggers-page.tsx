import { Button } from '@mantine/core';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { inSchemas, type TriggerObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { EventTriggers, ServerEventTriggers } from './event-triggers.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { TRIGGERS_DESCRIPTION, TriggerKindChoice, TriggerMode } from './trigger-kind.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/** Triggers of tables, and the event triggers of the database. */
export function TriggersPage({ projectRef }: { projectRef: string }) {
  const [{ kind }] = useObjectSearch();
  if (kind === 'event') return <EventTriggers projectRef={projectRef} />;
  if (kind === 'server') return <ServerEventTriggers projectRef={projectRef} />;
  return <TableTriggers projectRef={projectRef} />;
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
      description={TRIGGERS_DESCRIPTION}
      noun={['trigger', 'triggers']}
      list={list}
      hasSchemas
      filters={<TriggerKindChoice />}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New trigger
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, table, name, function_name }) => `${name} ${schema}.${table} ${function_name}`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name }) => ({ id, name })),
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
          render: ({ enabled_mode }) => <TriggerMode mode={enabled_mode} />,
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
