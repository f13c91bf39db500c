-- Rows of a masked branch are changed by the rules of its project before they are in its database.
alter table branches
  add masked boolean not null default false,
  add check (with_data or not masked);

create table branch_masking (
  project_id bigint primary key references projects (id) on delete cascade,
  -- Of tables and columns that are not treated as usual.
  rules jsonb not null,
  updated_at timestamptz(3) not null default now()
);
