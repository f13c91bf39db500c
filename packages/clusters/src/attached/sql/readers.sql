-- Who may only read sees every table that our role may show. What belongs to others stays theirs to show. May be run again.
do $$
declare
  found record;
begin
  for found in
    select c.oid::pg_catalog.regclass as name, n.nspname as schema
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt', 'auth', 'storage', 'realtime')
      and pg_catalog.pg_has_role(c.relowner, 'usage')
  loop
    begin
      execute pg_catalog.format('grant usage on schema %I to supabase_read_only_user', found.schema);
      execute pg_catalog.format('grant select on %s to supabase_read_only_user', found.name);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end
$$;
alter default privileges grant select on tables to supabase_read_only_user;
alter default privileges grant usage on schemas to supabase_read_only_user;
