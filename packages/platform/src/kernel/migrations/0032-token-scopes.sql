-- What an access token may do at most: null, whatever its account may.
alter table access_tokens add column role text check (role in ('Administrator', 'Developer', 'Read-only'));
-- The one project that it is for; null: all.
alter table access_tokens add column project_id bigint references projects (id) on delete cascade;
create index access_tokens_project_id on access_tokens (project_id);
