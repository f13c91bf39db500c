-- A team, who belongs to it, and what it has to do. Everything is seen and changed by its members alone.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  -- Whoever is told this may join.
  code text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 12)
);

create table public.members (
  team_id uuid not null references public.teams on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (team_id, user_id)
);
create index on public.members (user_id);

create table public.to_dos (
  id bigint generated always as identity primary key,
  team_id uuid not null references public.teams on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  is_done boolean not null default false,
  -- A file of the bucket "to-do-files".
  file_path text,
  created_at timestamptz not null default now()
);
create index on public.to_dos (team_id, created_at);

-- The policies ask this. It runs as its owner, so that asking who is a member needs no policy in turn.
create function public.is_member(team uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.members where team_id = team and user_id = (select auth.uid())) $$;

alter table public.teams enable row level security;
alter table public.members enable row level security;
alter table public.to_dos enable row level security;

create policy "Members see their team" on public.teams
  for select to authenticated using (public.is_member(id));
create policy "Members see who belongs to their team" on public.members
  for select to authenticated using (public.is_member(team_id));
create policy "People leave" on public.members
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "Members do everything with what there is to do" on public.to_dos
  for all to authenticated using (public.is_member(team_id)) with check (public.is_member(team_id));

-- A team begins with whoever makes it; nobody adds rows to these tables in another way.
create function public.create_team(team_name text) returns public.teams
  language plpgsql security definer set search_path = ''
  as $$
  declare made public.teams;
  begin
    insert into public.teams (name) values (team_name) returning * into made;
    insert into public.members (team_id, user_id) values (made.id, auth.uid());
    return made;
  end $$;

create function public.join_team(team_code text) returns public.teams
  language plpgsql security definer set search_path = ''
  as $$
  declare found_team public.teams;
  begin
    select * into found_team from public.teams where code = team_code;
    if found_team.id is null then
      raise exception 'No team has this code.' using errcode = 'P0001';
    end if;
    insert into public.members (team_id, user_id) values (found_team.id, auth.uid()) on conflict do nothing;
    return found_team;
  end $$;

revoke execute on function public.create_team, public.join_team from public, anon;
grant execute on function public.create_team, public.join_team to authenticated;

-- Files are in a folder that is called like their team.
insert into storage.buckets (id, name, public, file_size_limit) values ('to-do-files', 'to-do-files', false, 5242880);
create policy "Members do everything with the files of their team" on storage.objects
  for all to authenticated
  using (
    bucket_id = 'to-do-files'
    and (storage.foldername(name))[1] in (select team_id::text from public.members where user_id = (select auth.uid()))
  )
  with check (
    bucket_id = 'to-do-files'
    and (storage.foldername(name))[1] in (select team_id::text from public.members where user_id = (select auth.uid()))
  );

-- Changes are told to those who may see the row.
alter publication supabase_realtime add table public.to_dos;
