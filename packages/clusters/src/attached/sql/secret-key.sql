-- What the project's secret key reaches: what our role owns in `public`, now and later. The public roles are given nothing: whoever owns a table decides what the API shows of it.
do $$
declare
  found record;
begin
  for found in
    select c.oid::pg_catalog.regclass as name, c.relkind
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and pg_catalog.pg_has_role(c.relowner, 'usage')
  loop
    begin
      execute pg_catalog.format('grant all on %s %s to service_role',
        case found.relkind when 'S' then 'sequence' else 'table' end, found.name);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end
$$;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to service_role;
