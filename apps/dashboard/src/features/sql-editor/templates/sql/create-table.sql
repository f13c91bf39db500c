-- A table with a key that counts itself, times and a first policy.
-- Nobody reaches the rows through the API until a policy allows it.
create table notes (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index notes_user_id_idx on notes (user_id);

alter table notes enable row level security;

create policy "People manage their own notes"
  on notes
  for all
  to authenticated
  using ((select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
