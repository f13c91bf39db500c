-- Folders of snippets: one level, each belongs to one person.
create table content_folders (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  owner_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  inserted_at timestamptz not null default now()
);
create unique index content_folders_name on content_folders (project_id, owner_id, lower(name));

-- Snippets and reports. The id comes from the browser, so that a text has it before the first save.
create table content_items (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  owner_id uuid not null references accounts (id) on delete cascade,
  type text not null check (type in ('sql', 'report')),
  name text not null,
  description text not null default '',
  visibility text not null default 'user' check (visibility in ('user', 'project')),
  folder_id uuid references content_folders (id) on delete set null,
  content jsonb not null,
  version integer not null default 1,
  -- To the millisecond, as they go over the wire: pages are continued from them.
  inserted_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references accounts (id) on delete set null,
  -- Deleted, but can be brought back.
  deleted_at timestamptz(3),
  check (visibility = 'user' or folder_id is null)
);
create index content_items_listing on content_items (project_id, type, visibility, owner_id) where deleted_at is null;
create index content_items_folder on content_items (folder_id) where folder_id is not null;
create index content_items_deleted on content_items (deleted_at) where deleted_at is not null;
create index content_items_deleted_by_owner on content_items (owner_id, project_id, type, deleted_at, id)
  where deleted_at is not null;

create table content_favorites (
  account_id uuid not null references accounts (id) on delete cascade,
  item_id uuid not null references content_items (id) on delete cascade,
  primary key (account_id, item_id)
);
create index content_favorites_item on content_favorites (item_id);
