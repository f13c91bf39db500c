import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { CatalogObject } from './catalog-objects.ts';

/**
 * Making a table already runs functions: the server works out beforehand what is immutable. Those of one role must not run
 * with the powers of all the others, which the role that makes the table has. So a function belongs to its owner from the
 * moment it is there, and runs as its owner (SECURITY DEFINER) until the end. Says how to give them their own ways back.
 * @param functions with the owners they are to have
 */
export async function runFunctionsAsTheirOwners(
  target: pg.Client,
  functions: readonly CatalogObject[],
): Promise<() => Promise<void>> {
  const name = `basalt_copy_${randomBytes(8).toString('hex')}`;
  await target.query(`
    create schema ${name};
    create table ${name}.changed (function oid);
    create table ${name}.owners (identity text primary key, owner name not null);
    create function ${name}.change() returns event_trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $$
    declare
      made record;
    begin
      for made in
        select c.objid, c.object_type, c.object_identity, o.owner
        from pg_event_trigger_ddl_commands() c
          join ${name}.owners o on o.identity = c.object_type || ' ' || c.object_identity
        where c.classid = 'pg_proc'::regclass
      loop
        execute format('alter %s %s owner to %I', made.object_type, made.object_identity, made.owner);
        with changed as (
          update pg_proc set prosecdef = true where oid = made.objid and not prosecdef returning oid
        ) insert into ${name}.changed select oid from changed;
      end loop;
    end
    $$;
    create event trigger ${name} on ddl_command_end
      when tag in ('CREATE FUNCTION', 'CREATE PROCEDURE') execute function ${name}.change();
    alter event trigger ${name} enable always`);
  await target.query(`insert into ${name}.owners select * from unnest($1::text[], $2::name[])`, [
    functions.map(({ type, identity }) => `${type} ${identity}`),
    functions.map(({ owner }) => owner),
  ]);
  return async () => {
    await target.query(`
      drop event trigger ${name};
      update pg_catalog.pg_proc set prosecdef = false where oid in (select function from ${name}.changed);
      drop schema ${name} cascade`);
  };
}
