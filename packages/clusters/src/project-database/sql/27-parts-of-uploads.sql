-- Parts of an upload are found by it, and uploads by their age. May be run on a database that has this already.
do $script$
begin
  if exists (
    select from pg_catalog.pg_class as c join pg_catalog.pg_roles as o on o.oid = c.relowner
    where c.oid = to_regclass('storage.s3_multipart_uploads_parts') and c.relkind = 'r'
      and o.rolname = 'supabase_storage_admin'
  ) then
    create index if not exists s3_multipart_uploads_parts_of_upload
      on storage.s3_multipart_uploads_parts (upload_id, part_number);
  end if;
end
$script$;
