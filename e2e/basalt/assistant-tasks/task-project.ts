import { Client, type QueryResult } from 'pg';
import type { ApiClient } from '../api-client.ts';
import { keysOf } from '../project-api.ts';
import type { Basalt } from '../start-basalt.ts';
import type { Row } from './task.ts';

/** Two people who sign in to the project's application. */
export const ANNA = '00000000-0000-4000-8000-00000000000a';
export const BEN = '00000000-0000-4000-8000-00000000000b';

/** SQL that makes both of them users. */
export const USERS = `insert into auth.users (id, email) values ('${ANNA}', 'anna@example.com'), ('${BEN}', 'ben@example.com');`;

/** Who asks: a user by id, somebody with claims of their own, or nobody who is known. */
export type Asker = string | { sub: string; app_metadata: Record<string, unknown> } | null;

/** A project that tasks are set up and tried in, one after the other. */
export interface TaskProject {
  /** Rows of a statement, as the owner of the database. */
  sql(text: string, values?: unknown[]): Promise<Row[]>;
  /** Rows of a statement as one of the application's users would get them, none where it is refused. What it changes is undone. */
  as(asker: Asker, text: string): Promise<Row[]>;
  /** How many rows a statement of such a user changes; 0 where it is refused. It is undone. */
  changes(asker: Asker, text: string): Promise<number>;
  /** Asks an edge function with the key that applications show. */
  invoke(name: string, init?: RequestInit): Promise<Response>;
  /** Takes everything away that a task has made, then runs its set-up. */
  reset(setUp?: string): Promise<void>;
  close(): Promise<void>;
}

const WHAT_THERE_IS = `select
  (select array_agg(nspname::text) from pg_namespace) as schemas,
  (select array_agg(extname::text) from pg_extension) as extensions,
  (select array_agg(polname::text || polrelid) from pg_policy) as policies`;

/** Drops what is there and was not at first. Names come from the catalog, quoted. */
const CLEAR = `do $clear$
declare command text;
  known jsonb := current_setting('tasks.known')::jsonb;
begin
  foreach command in array array(
    select format('drop policy %I on %s', polname, polrelid::regclass) from pg_policy
      where not known -> 'policies' ? (polname::text || polrelid)
        and polrelid::regclass::text ~ '^(storage|auth|realtime)[.]'
    union all
    select format('drop schema %I cascade', nspname) from pg_namespace
      where not known -> 'schemas' ? nspname::text and nspname !~ '^pg_'
    union all
    select format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select format('drop type if exists %s cascade', oid::regtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    union all
    select format('drop extension if exists %I cascade', extname) from pg_extension
      where not known -> 'extensions' ? extname::text
  )
  loop
    execute command;
  end loop;
  delete from auth.users;
end $clear$`;

export async function openTaskProject(api: ApiClient, basalt: Basalt, ref: string): Promise<TaskProject> {
  const client = new Client({ connectionString: await api.connectionString(ref) });
  client.on('error', () => undefined);
  await client.connect();
  const { anon } = await keysOf(api, basalt, ref);
  const [known] = (await client.query(WHAT_THERE_IS)).rows;
  await client.query(`select set_config('tasks.known', $1, false)`, [JSON.stringify(known)]);

  /** Null where the database says that this is not for them. */
  async function ask(asker: Asker, text: string): Promise<QueryResult<Row> | null> {
    const claims = typeof asker === 'string' ? { sub: asker } : (asker ?? {});
    const role = asker === null ? 'anon' : 'authenticated';
    await client.query('begin');
    try {
      await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
        JSON.stringify({ ...claims, role }),
        role,
      ]);
      return await client.query<Row>(text);
    } catch (error) {
      if ((error as { code?: string }).code === '42501') return null;
      throw error;
    } finally {
      await client.query('rollback');
    }
  }

  return {
    sql: async (text, values) => (await client.query<Row>(text, values)).rows,
    as: async (asker, text) => (await ask(asker, text))?.rows ?? [],
    changes: async (asker, text) => (await ask(asker, text))?.rowCount ?? 0,
    invoke: (name, init = {}) =>
      fetch(`${basalt.gatewayOrigin}/${ref}/functions/v1/${name}`, {
        ...init,
        headers: { authorization: `Bearer ${anon}`, ...init.headers },
      }),
    reset: async (setUp) => {
      await client.query(CLEAR);
      if (setUp !== undefined) await client.query(setUp);
    },
    close: () => client.end(),
  };
}
