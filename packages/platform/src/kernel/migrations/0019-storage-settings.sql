-- What differs from the defaults of storage: the largest file, and which parts are switched on.
alter table project_api_settings add column storage jsonb not null default '{}';
