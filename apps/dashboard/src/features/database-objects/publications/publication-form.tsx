import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { TableField, type TableName } from '../../../query/tables/table-field.tsx';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import classes from '../shared/details-panel.module.css';
import type { PublicationObject } from '../shared/objects.ts';

const EVENTS = ['insert', 'update', 'delete', 'truncate'] as const;
type PublishedEvent = (typeof EVENTS)[number];

/** The events that a publication sends. */
export function eventsOf(publication: PublicationObject): PublishedEvent[] {
  return EVENTS.filter((event) => publication[`publish_${event}`]);
}

interface PublicationFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: PublicationObject | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Which tables a publication has, and which of their changes it sends. */
export function PublicationForm({ projectRef: ref, existing, onDone, onCancel }: PublicationFormProps) {
  const [first] = useState({
    name: existing?.name ?? '',
    events: existing === null ? (EVENTS as readonly PublishedEvent[]) : eventsOf(existing),
    hasAll: existing?.tables === null,
    tables: (existing?.tables ?? []) as readonly TableName[],
  });
  const [draft, setDraft] = useState(first);
  const [adding, setAdding] = useState<{ table: TableName | null; round: number }>({ table: null, round: 0 });
  const [problem, setProblem] = useState<string | null>(null);
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
  };

  function check() {
    const isNamed = draft.name.trim() !== '';
    if (!isNamed) setProblem('Enter a name.');
    return isNamed;
  }

  function send(query: { preview: boolean }) {
    const events = Object.fromEntries(
      EVENTS.map((event) => [`publish_${event}`, draft.events.includes(event)]),
    );
    const tables = draft.hasAll ? null : draft.tables.map(({ schema, name }) => ({ schema, name }));
    if (existing === null)
      return api.schemaChanges.createPublication({
        params: { ref },
        query,
        body: { name: draft.name, ...events, tables },
      });
    const body = {
      ...(draft.name === first.name ? {} : { name: draft.name }),
      ...(draft.events === first.events ? {} : events),
      ...(draft.tables === first.tables ? {} : { tables }),
    };
    return api.schemaChanges.updatePublication({ params: { ref, id: String(existing.id) }, query, body });
  }

  return (
    <ChangeForm
      label={existing === null ? 'Create publication' : 'Save publication'}
      done={existing === null ? `Created publication ${draft.name}` : `Saved publication ${draft.name}`}
      isDirty={draft !== first}
      check={check}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            value={draft.name}
            error={problem ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <CheckGroup
            label="Events"
            options={EVENTS.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            }))}
            values={draft.events}
            onChange={(events) => set({ events })}
            error={errorOf('publish_insert')}
          />
          {existing === null && (
            <SwitchField
              label="All tables"
              description="Those of today and those to come. Only a superuser may publish them."
              checked={draft.hasAll}
              onChange={(hasAll) => set({ hasAll })}
            />
          )}
          {!draft.hasAll && (
            <>
              <ul className={classes.list} aria-label="Published tables">
                {draft.tables.map((table) => (
                  <li key={table.id}>
                    <span>
                      {table.schema}.{table.name}
                    </span>
                    <Button
                      size="xs"
                      aria-label={`Take ${table.name} off`}
                      onClick={() => set({ tables: draft.tables.filter(({ id }) => id !== table.id) })}
                    >
                      Take off
                    </Button>
                  </li>
                ))}
              </ul>
              <TableField
                key={adding.round}
                projectRef={ref}
                schema="public"
                value={null}
                error={errorOf('tables')}
                onChange={(table) => setAdding((before) => ({ ...before, table }))}
              />
              <div>
                <Button
                  disabled={adding.table === null}
                  onClick={() => {
                    const { table } = adding;
                    if (table === null) return;
                    if (!draft.tables.some(({ id }) => id === table.id))
                      set({ tables: [...draft.tables, table] });
                    setAdding(({ round }) => ({ table: null, round: round + 1 }));
                  }}
                >
                  Add table
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </ChangeForm>
  );
}
