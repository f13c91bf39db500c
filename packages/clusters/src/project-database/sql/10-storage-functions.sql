-- 'a/b/c.png' → {a,b}
create function storage.foldername(name text) returns text[] language sql immutable parallel safe
return trim_array(string_to_array(name, '/'), least(1, cardinality(string_to_array(name, '/'))));

-- 'a/b/c.png' → 'c.png'
create function storage.filename(name text) returns text language sql immutable parallel safe
return split_part(name, '/', -1);

-- 'a/b/c.tar.gz' → 'gz'; '' without a dot in the last part.
create function storage.extension(name text) returns text language sql immutable parallel safe
return case when split_part(name, '/', -1) like '%.%' then split_part(split_part(name, '/', -1), '.', -1) else '' end;

-- What the storage service is doing right now, for policies that tell a listing from a download.
create function storage.operation() returns text language sql stable parallel safe
return current_setting('storage.operation', true);

-- Bytes per bucket. Sizes are in the metadata that the service writes.
create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text) language sql stable
begin atomic
  select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects as o group by o.bucket_id;
end;

-- Whether the caller's policies admit this object. It is inserted and taken back: the error PT200 means yes.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'The object could be inserted.';
end
$$;

-- One level of a bucket as a folder listing: folders first (all columns but the name are null), then objects.
-- `levels` is the depth that is shown, 1 for the top. Unknown columns and orders sort by name, ascending.
create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable
begin atomic
  with found as (
    select o.path_tokens[levels] as entry, cardinality(o.path_tokens) > levels as is_folder, o.id, o.updated_at,
      o.created_at, o.last_accessed_at, o.metadata
    from storage.objects as o
    where o.bucket_id = bucketname
      and starts_with(lower(o.name), lower(concat(prefix, search)))
      and cardinality(o.path_tokens) >= levels
  ),
  entries as (
    select distinct true as is_folder, f.entry, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from found as f where f.is_folder
    union all
    select false, f.entry, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
    from found as f where not f.is_folder
  ),
  keyed as (
    select e.*, lower(sortorder) = 'desc' as descending,
      case lower(sortcolumn)
        when 'updated_at' then e.updated_at
        when 'created_at' then e.created_at
        when 'last_accessed_at' then e.last_accessed_at
      end as moment
    from entries as e
  )
  select k.entry, k.id, k.updated_at, k.created_at, k.last_accessed_at, k.metadata
  from keyed as k
  order by k.is_folder desc,
    case when k.descending then k.moment end desc, case when not k.descending then k.moment end,
    case when k.descending then k.entry end desc, k.entry
  limit limits offset offsets;
end;

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row deleted by SQL leaves its file behind for ever. The service says that it means it.
create function storage.protect_delete() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise insufficient_privilege using
      message = format('Rows of storage.%I cannot be deleted with SQL: their files would stay behind.', tg_table_name),
      hint = 'Delete through the storage API.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
