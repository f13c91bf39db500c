import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { TableField, type TableName } from '../../../query/tables/table-field.tsx';
import { SqlField } from '../../../ui/code-editor/sql-field.tsx';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import { ChangeForm } from '../changes/change-form.tsx';

const EVENTS = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;
type TriggerEvent = (typeof EVENTS)[number];

const FIRST = {
  name: '',
  table: null as TableName | null,
  function: '',
  activation: 'AFTER' as 'BEFORE' | 'AFTER' | 'INSTEAD OF',
  events: ['INSERT'] as readonly TriggerEvent[],
  orientation: 'ROW' as 'ROW' | 'STATEMENT',
  condition: '',
};

interface TriggerFormProps {
  projectRef: string;
  schema: string;
  onDone: () => void;
  onCancel: () => void;
}

/** A new trigger of a table. What is there is not changed but dropped and made again: PostgreSQL knows no other way. */
export function TriggerForm({ projectRef: ref, schema, onDone, onCancel }: TriggerFormProps) {
  const [draft, setDraft] = useState(FIRST);
  const [problem, setProblem] = useState<Partial<Record<'name' | 'table' | 'function' | 'events', string>>>(
    {},
  );
  const functions = useTriggerFunctions(ref);
  const set = (change: Partial<typeof FIRST>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };

  function check() {
    const found = {
      ...(draft.name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(draft.table === null ? { table: 'Choose a table.' } : {}),
      // While the list is on its way, the database says whether there is such a function.
      ...(draft.function.trim() !== '' && functions?.has(draft.function) !== false
        ? {}
        : { function: 'Choose a function that returns trigger.' }),
      ...(draft.events.length === 0 ? { events: 'Choose an event.' } : {}),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    const { name, table, activation, events, orientation, condition } = draft;
    const called = functions?.get(draft.function) ?? namesOf(draft.function);
    return api.schemaChanges.createTrigger({
      params: { ref },
      query,
      body: {
        name,
        schema: table?.schema ?? schema,
        table: table?.name ?? '',
        function_schema: called.schema,
        function_name: called.name,
        activation,
        events: [...events],
        orientation,
        ...(condition.trim() === '' ? {} : { condition }),
      },
    });
  }

  return (
    <ChangeForm
      label="Create trigger"
      done={`Created trigger ${draft.name}`}
      isDirty={draft !== FIRST}
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
            error={problem.name ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TableField
            projectRef={ref}
            schema={schema}
            value={draft.table}
            error={problem.table ?? errorOf('table')}
            onChange={(table) => set({ table })}
          />
          <Autocomplete
            label="Function"
            description="One that returns trigger"
            value={draft.function}
            data={[...(functions?.keys() ?? [])]}
            limit={50}
            error={problem.function ?? errorOf('function_name')}
            onChange={(next) => set({ function: next })}
            spellCheck={false}
          />
          <CheckGroup
            label="When rows are changed by"
            options={EVENTS.map((value) => ({
              value,
              label: value.charAt(0) + value.slice(1).toLowerCase(),
            }))}
            values={draft.events}
            onChange={(events) => set({ events })}
            error={problem.events ?? errorOf('events')}
          />
          <NativeSelect
            label="Runs"
            value={draft.activation}
            data={[
              { value: 'BEFORE', label: 'Before the change' },
              { value: 'AFTER', label: 'After the change' },
              { value: 'INSTEAD OF', label: 'Instead of the change (views)' },
            ]}
            error={errorOf('activation')}
            onChange={(event) => set({ activation: event.currentTarget.value as typeof FIRST.activation })}
          />
          <NativeSelect
            label="For each"
            value={draft.orientation}
            data={[
              { value: 'ROW', label: 'Row' },
              { value: 'STATEMENT', label: 'Statement' },
            ]}
            error={errorOf('orientation')}
            onChange={(event) => set({ orientation: event.currentTarget.value as typeof FIRST.orientation })}
          />
          <SqlField
            label="Only when (optional)"
            description="A condition on new and old, such as new.price > old.price"
            initialText=""
            error={errorOf('condition')}
            onChange={(condition) => set({ condition })}
          />
        </>
      )}
    </ChangeForm>
  );
}

const MAX_FUNCTIONS = 3_000;

/** Schema and name of what is written as `schema.name`; without a dot it is in `public`. */
function namesOf(text: string): { schema: string; name: string } {
  const [first = '', ...rest] = text.trim().split('.');
  return rest.length === 0 ? { schema: 'public', name: first } : { schema: first, name: rest.join('.') };
}

/** Functions that a trigger can run, by `schema.name`; null until they are known. */
function useTriggerFunctions(
  projectRef: string,
): ReadonlyMap<string, { schema: string; name: string }> | null {
  const { data } = useQuery({
    ...orpc.schemaApi.listFunctions.queryOptions({ input: { ref: projectRef, limit: MAX_FUNCTIONS } }),
    staleTime: 30_000,
    retry: false,
  });
  if (data === undefined) return null;
  const found = data.filter(({ return_type }) => return_type === 'trigger');
  return new Map(found.map(({ schema, name }) => [`${schema}.${name}`, { schema, name }]));
}
