/** A conversation that needs no model: a question, and an answer with SQL that runs as it is. */
interface Quickstart {
  title: string;
  question: string;
  answer: string;
}

function answer(words: string, title: string, sql: string): string {
  return `${words}\n\n\`\`\`sql\n-- props: {"title": "${title}"}\n${sql.trim()}\n\`\`\``;
}

/** Every table has row level security and the policies it needs. */
export const QUICKSTARTS: readonly Quickstart[] = [
  {
    title: 'Short posts',
    question: 'Create the tables of a site where people write short posts and follow each other.',
    answer: answer(
      'Posts and who follows whom. Everybody reads them, and people write only as themselves.',
      'Short posts',
      `
create table public.posts (
  id bigint primary key generated always as identity,
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 280),
  created_at timestamptz not null default now()
);

create table public.follows (
  follower_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  followed_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);

create index on public.posts (author_id, created_at desc);
create index on public.follows (followed_id);

alter table public.posts enable row level security;
alter table public.follows enable row level security;

create policy "Everybody reads posts" on public.posts for select to anon, authenticated using (true);
create policy "People write their posts" on public.posts for insert to authenticated
  with check (author_id = (select auth.uid()));
create policy "People delete their posts" on public.posts for delete to authenticated
  using (author_id = (select auth.uid()));

create policy "Everybody sees who follows whom" on public.follows for select to anon, authenticated using (true);
create policy "People follow" on public.follows for insert to authenticated
  with check (follower_id = (select auth.uid()));
create policy "People stop following" on public.follows for delete to authenticated
  using (follower_id = (select auth.uid()));
`,
    ),
  },
  {
    title: 'Chat application',
    question: 'Create the tables of a chat with rooms, members and messages.',
    answer: answer(
      'Rooms, who is in them, and what they say. Only members of a room read and write in it.',
      'Chat application',
      `
create table public.rooms (
  id bigint primary key generated always as identity,
  name text not null,
  created_at timestamptz not null default now()
);

create table public.room_members (
  room_id bigint not null references public.rooms (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (room_id, user_id)
);

create table public.messages (
  id bigint primary key generated always as identity,
  room_id bigint not null references public.rooms (id) on delete cascade,
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);

create index on public.room_members (user_id);
create index on public.messages (room_id, created_at);

-- Asked inside a policy, it must not meet the policies of the table that it reads.
create function public.is_room_member(room bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.room_members where room_id = room and user_id = (select auth.uid())
  );
$$;

alter table public.rooms enable row level security;
alter table public.room_members enable row level security;
alter table public.messages enable row level security;

create policy "Members see their rooms" on public.rooms for select to authenticated
  using (public.is_room_member(id));
create policy "Members see who is in a room" on public.room_members for select to authenticated
  using (public.is_room_member(room_id));
create policy "Members read messages" on public.messages for select to authenticated
  using (public.is_room_member(room_id));
create policy "Members write messages" on public.messages for insert to authenticated
  with check (author_id = (select auth.uid()) and public.is_room_member(room_id));
`,
    ),
  },
  {
    title: 'User management with roles',
    question: 'Create tables for profiles and roles, with policies that use the roles.',
    answer: answer(
      'A profile for each user, and roles that policies can ask for. Nobody can give themselves a role.',
      'User management with roles',
      `
create type public.app_role as enum ('member', 'moderator', 'admin');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null default '',
  updated_at timestamptz not null default now()
);

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.app_role not null,
  primary key (user_id, role)
);

-- Asked inside policies, also in those of the table that it reads.
create function public.has_role(wanted public.app_role) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = wanted
  );
$$;

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;

create policy "Users read profiles" on public.profiles for select to authenticated using (true);
create policy "Users change their profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "Users add their profile" on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));

create policy "Users see their roles" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or public.has_role('admin'));
create policy "Admins give roles" on public.user_roles for insert to authenticated
  with check (public.has_role('admin'));
create policy "Admins take roles" on public.user_roles for delete to authenticated
  using (public.has_role('admin'));
`,
    ),
  },
  {
    title: 'Countries and cities',
    question: 'Create a table of countries and one of their cities, with a few rows.',
    answer: answer(
      'Two linked tables that everybody may read, with some rows to query.',
      'Countries and cities',
      `
create table public.countries (
  id bigint primary key generated always as identity,
  name text not null unique,
  code text not null unique check (code ~ '^[A-Z]{2}$')
);

create table public.cities (
  id bigint primary key generated always as identity,
  country_id bigint not null references public.countries (id) on delete cascade,
  name text not null,
  population bigint check (population >= 0)
);

create index on public.cities (country_id);

alter table public.countries enable row level security;
alter table public.cities enable row level security;
create policy "Everybody reads countries" on public.countries for select to anon, authenticated using (true);
create policy "Everybody reads cities" on public.cities for select to anon, authenticated using (true);

insert into public.countries (name, code)
values ('Canada', 'CA'), ('Iceland', 'IS'), ('Kenya', 'KE'), ('Portugal', 'PT');

insert into public.cities (country_id, name, population)
select countries.id, city.name, city.population
from (values
  ('CA', 'Toronto', 2794356),
  ('CA', 'Vancouver', 662248),
  ('IS', 'Reykjavik', 139875),
  ('KE', 'Nairobi', 4397073),
  ('PT', 'Lisbon', 545796),
  ('PT', 'Porto', 231800)
) as city (code, name, population)
join public.countries using (code);
`,
    ),
  },
];
