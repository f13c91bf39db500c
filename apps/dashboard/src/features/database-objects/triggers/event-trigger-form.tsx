import { ownerOfSchema } from '@basalt/contract';
import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { ChangeForm } from '../changes/change-form.tsx';
import classes from '../shared/details-panel.module.css';
import type { ProjectEventTrigger } from '../shared/objects.ts';

/** When an event trigger runs, in words. */
export const EVENTS: Readonly<Record<ProjectEventTrigger['event'], string>> = {
  ddl_command_end: 'After a command that changes the schema',
  ddl_command_start: 'Before a command that changes the schema',
  sql_drop: 'After something was dropped',
  table_rewrite: 'Before a table is rewritten',
};

const TEMPLATE = `create table public.schema_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  who text not null default session_user,
  event text not null,
  tag text not null,
  object text
);
alter table public.schema_changes enable row level security;

-- Called with the event and the command, such as 'ddl_command_end' and 'CREATE TABLE'.
-- To refuse a command instead, raise an exception.
create function public.note_schema_change(event text, tag text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into schema_changes (event, tag, object)
  select event, tag, c.object_identity from pg_event_trigger_ddl_commands() as c;
end
$$;
`;

interface EventTriggerFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: ProjectEventTrigger | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Which function runs when. What it is and when it runs stays once it is made; its name and its commands can be changed. */
export function EventTriggerForm({ projectRef: ref, existing, onDone, onCancel }: EventTriggerFormProps) {
  const [first] = useState({
    name: existing?.name ?? '',
    event: existing?.event ?? ('ddl_command_end' as ProjectEventTrigger['event']),
    tags: existing?.tags.join(', ') ?? '',
    function: '',
  });
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<{ name?: string; function?: string }>({});
  const functions = useEventFunctions(ref);
  const openSnippet = useOpenSnippet(ref);
  const set = (change: Partial<typeof first>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };

  function check() {
    const found = {
      ...(draft.name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(existing !== null || functions.has(draft.function)
        ? {}
        : { function: 'Choose a function with the arguments (event text, tag text).' }),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    const { name, event } = draft;
    const tags = tagsOf(draft.tags);
    if (existing !== null) {
      const body = {
        ...(name === first.name ? {} : { name }),
        ...(draft.tags === first.tags ? {} : { tags }),
      };
      return api.schemaChanges.updateProjectEventTrigger({
        params: { ref, id: String(existing.id) },
        query,
        body,
      });
    }
    const called = functions.get(draft.function);
    return api.schemaChanges.createProjectEventTrigger({
      params: { ref },
      query,
      body: {
        name,
        event,
        tags,
        function_schema: called?.schema ?? 'public',
        function_name: called?.name ?? '',
      },
    });
  }

  return (
    <ChangeForm
      label={existing === null ? 'Create event trigger' : 'Save event trigger'}
      done={existing === null ? `Created event trigger ${draft.name}` : `Saved event trigger ${draft.name}`}
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
            error={problem.name ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {existing === null && (
            <>
              <NativeSelect
                label="Runs"
                value={draft.event}
                data={Object.entries(EVENTS).map(([value, label]) => ({ value, label }))}
                error={errorOf('event')}
                onChange={(event) => set({ event: event.currentTarget.value as typeof first.event })}
              />
              <Autocomplete
                label="Function"
                description="One with the arguments (event text, tag text)"
                value={draft.function}
                data={[...functions.keys()]}
                limit={50}
                error={problem.function ?? errorOf('function_name') ?? errorOf('function_schema')}
                onChange={(next) => set({ function: next })}
                spellCheck={false}
              />
            </>
          )}
          <TextInput
            label="Only for the commands (optional)"
            description="Separated by commas, such as CREATE TABLE, ALTER TABLE"
            value={draft.tags}
            error={errorOf('tags')}
            onChange={(event) => set({ tags: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          {existing === null && (
            <>
              <p className={classes.quiet}>
                It runs for what <code>postgres</code> and the roles that it can become do, with their rights,
                and never for what the platform and its services do. If it refuses every command, this page
                can still switch it off.
              </p>
              <div>
                <Button size="xs" onClick={() => openSnippet(TEMPLATE, 'Note schema changes')}>
                  Write such a function in the SQL editor
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </ChangeForm>
  );
}

function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim().toUpperCase())
    .filter((tag) => tag !== '');
}

const MAX_FUNCTIONS = 3_000;
/** Oid of the type `text`. */
const TEXT = 25;

/** Functions that an event trigger can call, by `schema.name`. */
function useEventFunctions(projectRef: string): ReadonlyMap<string, { schema: string; name: string }> {
  const { data = [] } = useQuery({
    ...orpc.schemaApi.listFunctions.queryOptions({ input: { ref: projectRef, limit: MAX_FUNCTIONS } }),
    staleTime: 30_000,
    retry: false,
  });
  const found = data.filter(
    ({ kind, schema, args }) =>
      kind === 'function' &&
      ownerOfSchema(schema) === 'project' &&
      args.length === 2 &&
      args.every(({ mode, type_id }) => mode === 'in' && type_id === TEXT),
  );
  return new Map(found.map(({ schema, name }) => [`${schema}.${name}`, { schema, name }]));
}
