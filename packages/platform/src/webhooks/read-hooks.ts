import type { Webhook } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { describeStatus } from '../projects/project-status.ts';
import { isActive } from '../projects/transitions.ts';
import { withHookTables } from './hook-connection.ts';
import { readArguments, withoutSecrets } from './hook-statements.ts';
import { ownerOfHookTables } from './queue-rows.ts';

const MAX_HOOKS = 1_000;

/** Why a database can have no webhooks. */
const MISSING = {
  somebody:
    'The schema “net” of this database is not Basalt’s. Rename or drop it and restart the project: then Basalt sends webhooks from here.',
  nobody:
    'This database was last started by an earlier version of Basalt. Restart the project once: then Basalt sends webhooks from here.',
};

const HOOKS = `select t.oid::pg_catalog.text as id, t.tgname as name, n.nspname as schema, c.relname as "table",
    t.tgrelid::pg_catalog.text as "tableId", t.tgenabled::pg_catalog.text as enabled, t.tgtype::pg_catalog.int4 as type,
    pg_catalog.encode(t.tgargs, 'hex') as arguments
  from pg_catalog.pg_trigger as t
    join pg_catalog.pg_class as c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    join pg_catalog.pg_proc as p on p.oid = t.tgfoid
    join pg_catalog.pg_namespace as f on f.oid = p.pronamespace
  where f.nspname = 'supabase_functions' and p.proname = 'http_request' and not t.tgisinternal
    and t.tgparentid = 0`;

interface HookRow {
  id: string;
  name: string;
  schema: string;
  table: string;
  tableId: string;
  enabled: string;
  type: number;
  arguments: string;
}

/** A webhook, and the table that its requests are told by. */
export type StoredHook = Webhook & { tableId: string };

/** The webhooks of a project, by table and name. @throws PlatformError `forbidden`, and as connecting does */
export async function listHooks(dependencies: Dependencies, actor: Actor, ref: string) {
  return withHooks(dependencies, actor, ref, async (client, { project, seesTexts }) => {
    const problem = await missing(client);
    if (problem !== null) return { webhooks: [], problem };
    const { rows } = await client.query<HookRow>(
      `${HOOKS} order by n.nspname, c.relname, t.tgname limit ${MAX_HOOKS}`,
    );
    return {
      webhooks: rows.map((row) => {
        const { tableId: _, ...hook } = presentHook(row, seesTexts);
        return hook;
      }),
      problem: dependencies.webhooks.problemOf(project.id),
    };
  });
}

/** @throws PlatformError `not_found` */
export async function readHook(client: ClientBase, id: string): Promise<StoredHook> {
  const { rows } = await client.query<HookRow>(`${HOOKS} and t.oid::pg_catalog.int8 = $1`, [id]);
  const [row] = rows;
  if (row === undefined)
    throw new PlatformError(
      'not_found',
      'The project has no such webhook. Somebody has changed or deleted it: load the page again.',
    );
  return presentHook(row, true);
}

function presentHook(row: HookRow, seesTexts: boolean): StoredHook {
  const { id, name, schema, table, tableId, enabled, type } = row;
  const args = Buffer.from(row.arguments, 'hex').toString('utf8').split('\0').slice(0, -1);
  const { url, headers, params, ...read } = readArguments(args);
  const shown = (pairs: typeof headers) =>
    pairs.map((pair) => ({ name: pair.name, value: seesTexts ? pair.value : null }));
  return {
    id,
    name,
    schema,
    table,
    tableId,
    events: [
      ...((type & 4) === 4 ? (['INSERT'] as const) : []),
      ...((type & 16) === 16 ? (['UPDATE'] as const) : []),
      ...((type & 8) === 8 ? (['DELETE'] as const) : []),
    ],
    active: enabled !== 'D',
    url: seesTexts ? url : withoutSecrets(url),
    headers: shown(headers),
    params: shown(params),
    ...read,
  };
}

/** @throws PlatformError `conflict` for a database that can have no webhooks */
export async function assertHookTables(client: ClientBase): Promise<void> {
  const problem = await missing(client);
  if (problem !== null) throw new PlatformError('conflict', problem);
}

export async function missing(client: ClientBase): Promise<string | null> {
  const owner = await ownerOfHookTables(client);
  return owner === 'basalt' ? null : MISSING[owner];
}

/** Reads as the project's owner, since readers have no right to the texts; what they are shown is made harmless here. */
export async function withHooks<T>(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  read: (client: ClientBase, access: { project: ProjectRow; seesTexts: boolean }) => Promise<T>,
): Promise<T> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  return askHooks(dependencies, project, (client) =>
    read(client, { project, seesTexts: may('run_sql', role) }),
  );
}

/** @throws PlatformError `conflict` for a project that does not run, `unavailable` when the database does not answer */
export async function askHooks<T>(
  dependencies: Dependencies,
  project: ProjectRow,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (!isActive(project.status))
    throw new PlatformError('conflict', `The database cannot be reached: ${describeStatus(project.status)}.`);
  try {
    return await withHookTables(dependencies, project, ask);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', `The database did not answer: ${error.message}.`, {
      cause: error,
    });
  }
}
