-- What was set for realtime, over what a new project has.
alter table project_api_settings add column realtime jsonb not null default '{}';
