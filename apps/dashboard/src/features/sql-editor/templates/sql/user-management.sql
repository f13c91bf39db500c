-- A profile for every account, made by the database when the account is made.
create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text unique check (char_length(username) between 3 and 40),
  full_name text,
  avatar_url text,
  website text,
  updated_at timestamptz not null default now()
);

alter table profiles enable row level security;

create policy "Profiles are public"
  on profiles for select to anon, authenticated using (true);
create policy "People write their own profile"
  on profiles for insert to authenticated with check ((select auth.uid()) = id);
create policy "People change their own profile"
  on profiles for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

-- Runs with the rights of its owner: whoever signs up has none yet. With an empty search path it means what it says.
create function create_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, avatar_url)
  values (
    new.id,
    new.raw_user_meta_data ->> 'full_name',
    new.raw_user_meta_data ->> 'avatar_url'
  );
  return new;
end;
$$;

-- Only the trigger may call it.
revoke execute on function create_profile() from public, anon, authenticated;

create trigger create_profile_of_new_user
  after insert on auth.users
  for each row execute function create_profile();

-- A folder for pictures that everybody may look at; people put only their own there.
insert into storage.buckets (id, name, public)
values ('avatars', 'avatars', true)
on conflict (id) do nothing;

create policy "People upload their own avatar"
  on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "People replace their own avatar"
  on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
