import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Making a table already runs functions: the server works out beforehand what is immutable. Those of users must not run as
 * the superuser who makes the table. So from the moment a function has its owner until the end, it runs as its owner
 * (SECURITY DEFINER), in which state it cannot change roles either. Says how to give them their own ways back.
 */
export async function runFunctionsAsTheirOwners(target: pg.Client): Promise<() => Promise<void>> {
  const name = `basalt_copy_${randomBytes(8).toString('hex')}`;
  await target.query(`
    create schema ${name};
    create table ${name}.changed (function oid);
    create function ${name}.change() returns event_trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      with changed as (
        update pg_proc p set prosecdef = true
        from pg_event_trigger_ddl_commands() c, pg_roles o
        where c.classid = 'pg_proc'::regclass and p.oid = c.objid and o.oid = p.proowner
          and not o.rolsuper and not p.prosecdef
        returning p.oid
      ) insert into ${name}.changed select oid from changed;
    end
    $$;
    create event trigger ${name} on ddl_command_end
      when tag in ('ALTER FUNCTION', 'ALTER PROCEDURE', 'ALTER ROUTINE') execute function ${name}.change();
    alter event trigger ${name} enable always`);
  return async () => {
    await target.query(`
      drop event trigger ${name};
      update pg_catalog.pg_proc set prosecdef = false where oid in (select function from ${name}.changed);
      drop schema ${name} cascade`);
  };
}
