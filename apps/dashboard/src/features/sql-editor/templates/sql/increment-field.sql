-- Counts up in the database: two people who click at once are both counted.
create table if not exists pages (
  slug text primary key,
  views bigint not null default 0
);

alter table pages enable row level security;

create or replace function count_view(page_slug text)
returns bigint
language sql
set search_path = ''
as $$
  insert into public.pages as p (slug, views)
  values (page_slug, 1)
  on conflict (slug) do update set views = p.views + 1
  returning views;
$$;

select count_view('home') as views;
