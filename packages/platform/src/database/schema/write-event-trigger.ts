import { PROJECT_EVENT_TRIGGERS } from '@basalt/postgres/catalog';
import { changeEventTrigger, createEventTrigger, dropEventTrigger } from '@basalt/sql/definitions';
import { PlatformError } from '../../kernel/platform-error.ts';
import { readDatabase } from '../read-database.ts';
import type { ObjectId } from './read-schema.ts';
import { createObject, deleteObject, updateObject, type Writing } from './write-schema.ts';

type NewEventTrigger = Parameters<typeof createEventTrigger>[0];

/** Event triggers of the project's people: rows of a table that the role `postgres` writes. See decision 0043. */
export const writeEventTrigger = {
  create: (writing: Writing, trigger: NewEventTrigger) =>
    createObject(writing, PROJECT_EVENT_TRIGGERS, async () => {
      await assertPossible(writing, trigger);
      return {
        statements: createEventTrigger(trigger),
        made: {
          sql: 'select id::pg_catalog.text from basalt.event_triggers where name = $1',
          values: [trigger.name],
        },
      };
    }),
  update: (writing: Writing, id: ObjectId, changes: Parameters<typeof changeEventTrigger>[1]) =>
    updateObject(writing, PROJECT_EVENT_TRIGGERS, id, ({ name }) => changeEventTrigger(name, changes)),
  delete: (writing: Writing, id: ObjectId) =>
    deleteObject(writing, PROJECT_EVENT_TRIGGERS, id, ({ name }) => dropEventTrigger(name)),
};

const FACTS = `
select exists (
    select from pg_catalog.pg_proc f
    join pg_catalog.pg_namespace n on n.oid operator(pg_catalog.=) f.pronamespace
    where n.nspname operator(pg_catalog.=) $1 and f.proname operator(pg_catalog.=) $2
      and f.prokind operator(pg_catalog.=) 'f'
      and f.proargtypes operator(pg_catalog.=) '25 25'::pg_catalog.oidvector
  ) as has_function,
  exists (select from basalt.event_triggers t where t.name operator(pg_catalog.=) $3) as is_taken`;

/** @throws PlatformError `bad_request` when nothing can be called, or the name is taken */
async function assertPossible(
  { dependencies, actor, ref }: Writing,
  { name, function_schema, function_name }: NewEventTrigger,
): Promise<void> {
  const { rows } = await readDatabase(dependencies, actor, ref, (client) =>
    client.query<{ has_function: boolean; is_taken: boolean }>(FACTS, [function_schema, function_name, name]),
  );
  if (rows[0]?.is_taken === true)
    throw new PlatformError('bad_request', `There is already an event trigger ${name}.`, { field: 'name' });
  if (rows[0]?.has_function === true) return;
  throw new PlatformError(
    'bad_request',
    `There is no function ${function_schema}.${function_name}(event text, tag text). Create it first.`,
    { field: 'function_name' },
  );
}
