-- What organizations were called before: links and scripts that name one so still find it.
create table organization_former_slugs (
  slug text primary key,
  organization_id bigint not null references organizations on delete cascade,
  left_at timestamptz(3) not null default now()
);
create index on organization_former_slugs (organization_id);
