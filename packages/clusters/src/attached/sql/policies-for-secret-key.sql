-- Where no role can be made that row level security does not bind, the services' own tables let the secret key's role through.
do $$
declare
  found regclass;
begin
  for found in
    select c.oid from pg_catalog.pg_class as c
    where c.relnamespace in ('storage'::pg_catalog.regnamespace, 'realtime'::pg_catalog.regnamespace)
      and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute pg_catalog.format('create policy "secret key" on %s to service_role using (true) with check (true)', found);
  end loop;
end
$$;
