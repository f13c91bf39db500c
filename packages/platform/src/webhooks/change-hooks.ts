import { quoteIdent } from '@basalt/sql';
import type { ClientBase } from 'pg';
import { assertNotSystemSchema } from '../database/schema/protected-objects.ts';
import { runStatements } from '../database/schema/run-statements.ts';
import { planned } from '../database/schema/write-schema.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { createHook, dropHook, type HookDefinition, replaceHook, switchHook } from './hook-statements.ts';
import { askHooks, assertHookTables, readHook, type StoredHook } from './read-hooks.ts';

/** Answers the statements and the number of the webhook; where it is a preview, nothing runs. */
interface Changed {
  statements: string[];
  id: string | null;
}

type HookInput = HookDefinition & { ref: string; preview: boolean };

/** @throws PlatformError as `runStatements`, `conflict` where there can be no webhooks */
export function createWebhook(dependencies: Dependencies, actor: Actor, input: HookInput): Promise<Changed> {
  assertNotSystemSchema(input.schema);
  return change(dependencies, actor, { ...input, id: null }, () => createHook(input), input);
}

/** @throws PlatformError as {@link createWebhook}, and `not_found` */
export function updateWebhook(
  dependencies: Dependencies,
  actor: Actor,
  input: HookInput & { id: string },
): Promise<Changed> {
  assertNotSystemSchema(input.schema);
  return change(dependencies, actor, input, (stored) => replaceHook(stored as StoredHook, input), input);
}

interface HookRef {
  ref: string;
  id: string;
}

/** @throws PlatformError as {@link updateWebhook} */
export function setWebhookActive(
  dependencies: Dependencies,
  actor: Actor,
  { active, ...hook }: HookRef & { active: boolean },
): Promise<Changed> {
  const plan = (stored: StoredHook | null) => [switchHook(stored as StoredHook, active)];
  return change(dependencies, actor, { ...hook, preview: false }, plan, null);
}

/** What waits is sent all the same. @throws PlatformError as {@link updateWebhook} */
export function removeWebhook(dependencies: Dependencies, actor: Actor, hook: HookRef): Promise<Changed> {
  return change(
    dependencies,
    actor,
    { ...hook, preview: false },
    (stored) => dropHook(stored as StoredHook),
    null,
  );
}

async function change(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, preview }: { ref: string; id: string | null; preview: boolean },
  plan: (stored: StoredHook | null) => string[],
  made: HookDefinition | null,
): Promise<Changed> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const stored = await askHooks(dependencies, project, async (client) => {
    await assertHookTables(client);
    return id === null ? null : readHook(client, id);
  });
  const statements = await planned(() => plan(stored));
  if (preview) return { statements, id: null };
  const newId = await runStatements(
    dependencies,
    project,
    {
      statements,
      body: made,
      after: async (client) => (made === null ? null : idOfTrigger(client, made)),
    },
    undefined,
  );
  dependencies.webhooks.changed(project);
  return { statements, id: newId };
}

async function idOfTrigger(client: ClientBase, { schema, table, name }: HookDefinition): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select t.oid::pg_catalog.text as id from pg_catalog.pg_trigger as t
      join pg_catalog.pg_class as c on c.oid = t.tgrelid join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relname = $2 and t.tgname = $3 and not t.tgisinternal`,
    [schema, table, name],
  );
  return rows[0]?.id ?? '';
}

/** Queues the rows of a query and tells which webhook they are of: $1 its table, $2 its name. */
const queue = (rows: string) => `with queued as (
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds) ${rows} returning id
  ), told as (
    insert into supabase_functions.hooks (hook_table_id, hook_name, request_id)
    select $1::pg_catalog.int8, $2, id from queued where $1 is not null
  )
  select id::pg_catalog.text as id from queued`;

/** Queues what an insert of a row that is there would. @throws PlatformError `not_found`, `conflict` */
export async function testWebhook(dependencies: Dependencies, actor: Actor, { ref, id }: HookRef) {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const delivery = await askHooks(dependencies, project, async (client) => {
    await assertHookTables(client);
    const { tableId, name, schema, table, problem, ...hook } = await readHook(client, id);
    if (problem !== null) throw new PlatformError('conflict', problem);
    const from = `${quoteIdent(schema)}.${quoteIdent(table)}`;
    const { rows: found } = await client.query<{ row: string }>(
      `select pg_catalog.to_jsonb(t)::pg_catalog.text as row from ${from} as t limit 1`,
    );
    const record = JSON.parse(found[0]?.row ?? '{}') as unknown;
    const body = { type: 'INSERT', table, schema, record, old_record: null };
    const { rows } = await client.query<{ id: string }>(
      queue(
        `values ($3, net._url_with_params($4, $5::pg_catalog.jsonb), $6::pg_catalog.jsonb,
          pg_catalog.convert_to($7, 'UTF8'), $8)`,
      ),
      [
        tableId,
        name,
        hook.method,
        hook.url,
        JSON.stringify(Object.fromEntries(hook.params.map((pair) => [pair.name, pair.value]))),
        JSON.stringify({
          'Content-Type': 'application/json',
          ...Object.fromEntries(hook.headers.map((pair) => [pair.name, pair.value])),
          'webhook-test': 'true',
        }),
        hook.method === 'GET' ? null : JSON.stringify(body),
        hook.timeout_ms,
      ],
    );
    return rows[0]?.id ?? '';
  });
  dependencies.webhooks.changed(project);
  return { delivery_id: delivery };
}

/** Queues what was sent before once more, under a number of its own. @throws PlatformError `not_found` */
export async function sendAgain(dependencies: Dependencies, actor: Actor, { ref, id }: HookRef) {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const delivery = await askHooks(dependencies, project, async (client) => {
    await assertHookTables(client);
    const { rows: hooks } = await client.query<{ tableId: string; name: string }>(
      `select hook_table_id::pg_catalog.text as "tableId", hook_name as name from supabase_functions.hooks
      where request_id = $1 limit 1`,
      [id],
    );
    const { rows } = await client.query<{ id: string }>(
      queue(
        `select method, url, headers, body, timeout_milliseconds from net._http_request where id = $3 limit 1`,
      ),
      [hooks[0]?.tableId ?? null, hooks[0]?.name ?? null, id],
    );
    const [queued] = rows;
    if (queued === undefined)
      throw new PlatformError('not_found', 'This request is not kept any more, or has not been sent yet.');
    return queued.id;
  });
  dependencies.webhooks.changed(project);
  return { delivery_id: delivery };
}
