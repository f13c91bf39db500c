-- Deleted folders can be brought back, with what was deleted together with them.
alter table content_folders add column deleted_at timestamptz(3);
drop index content_folders_name;
create unique index content_folders_name on content_folders (project_id, owner_id, lower(name))
  where deleted_at is null;
create index content_folders_deleted on content_folders (deleted_at) where deleted_at is not null;

alter table content_items add column deleted_with uuid references content_folders (id) on delete set null;
create index content_items_deleted_with on content_items (deleted_with) where deleted_with is not null;
