-- Lists of things to do. People see and change only their own.
create table todo_lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  created_at timestamptz not null default now()
);

create table todos (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references todo_lists (id) on delete cascade,
  task text not null check (char_length(task) between 1 and 500),
  is_done boolean not null default false,
  due_on date,
  position integer not null default 0,
  created_at timestamptz not null default now()
);

create index todo_lists_user_id_idx on todo_lists (user_id);
create index todos_list_id_position_idx on todos (list_id, position);

alter table todo_lists enable row level security;
alter table todos enable row level security;

create policy "People manage their own lists"
  on todo_lists
  for all
  to authenticated
  using ((select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

-- A list that one may not see is not found by the subquery either.
create policy "People manage what is on their own lists"
  on todos
  for all
  to authenticated
  using (exists (select from todo_lists as l where l.id = list_id))
  with check (exists (select from todo_lists as l where l.id = list_id));
