-- Short names for long addresses. Only the server reaches them: row level security is on, and no policy lets anybody else in.

create table public.short_links (
  slug text primary key check (slug ~ '^[a-z0-9-]{1,40}$'),
  target text not null check (target ~ '^https?://' and char_length(target) <= 2000),
  visits bigint not null default 0,
  owner uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
create index on public.short_links (owner);
alter table public.short_links enable row level security;

-- Counts and answers in one statement: of two visits at once, none is lost.
create function public.visit_short_link(wanted text) returns text
  language sql security invoker set search_path = ''
  as $$ update public.short_links set visits = visits + 1 where slug = wanted returning target $$;
revoke execute on function public.visit_short_link from public, anon, authenticated;
grant execute on function public.visit_short_link to service_role;
