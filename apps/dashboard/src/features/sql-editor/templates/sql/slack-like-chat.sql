-- A chat like Slack: people, channels, members and messages.
create table members (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[a-z0-9_]{2,32}$'),
  joined_at timestamptz not null default now()
);

create table channels (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  topic text not null default '',
  is_private boolean not null default false,
  created_by uuid not null default auth.uid() references members (id) on delete cascade,
  created_at timestamptz not null default now()
);

create table channel_members (
  channel_id bigint not null references channels (id) on delete cascade,
  member_id uuid not null default auth.uid() references members (id) on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (channel_id, member_id)
);

create table messages (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels (id) on delete cascade,
  author_id uuid not null default auth.uid() references members (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 4000),
  sent_at timestamptz not null default now(),
  edited_at timestamptz
);

create index channel_members_member_id_idx on channel_members (member_id);
create index messages_channel_id_sent_at_idx on messages (channel_id, sent_at desc);
create index messages_author_id_idx on messages (author_id);

-- Policies that look into the table they protect would ask themselves for ever. These functions look past policies and
-- answer one question each.
create function is_channel_member(channel bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.channel_members
    where channel_id = channel and member_id = (select auth.uid())
  );
$$;

create function is_public_channel(channel bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.channels where id = channel and not is_private);
$$;

create function is_channel_owner(channel bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.channels
    where id = channel and created_by = (select auth.uid())
  );
$$;

-- Who opens a channel is in it.
create function join_own_channel()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.channel_members (channel_id, member_id) values (new.id, new.created_by);
  return new;
end;
$$;

create trigger channels_join_own
  after insert on channels
  for each row execute function join_own_channel();

alter table members enable row level security;
alter table channels enable row level security;
alter table channel_members enable row level security;
alter table messages enable row level security;

create policy "Signed-in people see each other"
  on members for select to authenticated using (true);
create policy "People write their own entry"
  on members for insert to authenticated with check ((select auth.uid()) = id);
create policy "People change their own entry"
  on members for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

create policy "Public channels and one's own are seen"
  on channels for select to authenticated
  using (not is_private or created_by = (select auth.uid()) or is_channel_member(id));
create policy "Members open channels"
  on channels for insert to authenticated with check (created_by = (select auth.uid()));
create policy "Owners change their channel"
  on channels for update to authenticated
  using (created_by = (select auth.uid())) with check (created_by = (select auth.uid()));
create policy "Owners close their channel"
  on channels for delete to authenticated using (created_by = (select auth.uid()));

create policy "Who is in a channel is seen in it"
  on channel_members for select to authenticated
  using (is_public_channel(channel_id) or is_channel_member(channel_id));
create policy "People join public channels, owners add to any of theirs"
  on channel_members for insert to authenticated
  with check (
    (member_id = (select auth.uid()) and is_public_channel(channel_id))
    or is_channel_owner(channel_id)
  );
create policy "People leave, owners remove"
  on channel_members for delete to authenticated
  using (member_id = (select auth.uid()) or is_channel_owner(channel_id));

create policy "Messages are read in the channels one may see"
  on messages for select to authenticated
  using (is_public_channel(channel_id) or is_channel_member(channel_id));
create policy "Members of a channel write in it"
  on messages for insert to authenticated
  with check (author_id = (select auth.uid()) and is_channel_member(channel_id));
create policy "Authors edit their messages"
  on messages for update to authenticated
  using (author_id = (select auth.uid()))
  with check (author_id = (select auth.uid()) and is_channel_member(channel_id));
create policy "Authors take back their messages"
  on messages for delete to authenticated using (author_id = (select auth.uid()));

-- New messages reach those who listen, as far as the policies let them.
alter publication supabase_realtime add table messages;
