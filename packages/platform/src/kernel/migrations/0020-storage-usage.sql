-- Files of objects that no row of the project's database names. They wait here until no backup can bring such a row back.
create table unreferenced_files (
  project_id bigint not null references projects (id) on delete cascade,
  version uuid not null,
  bytes bigint not null,
  -- A look at this moment or later found no row; so did every look since.
  since timestamptz(3) not null,
  -- The look that found it last.
  look uuid not null,
  primary key (project_id, version)
);

-- What the last look at a project's storage found.
create table storage_usage (
  project_id bigint primary key references projects (id) on delete cascade,
  at timestamptz(3) not null,
  usage jsonb not null
);
