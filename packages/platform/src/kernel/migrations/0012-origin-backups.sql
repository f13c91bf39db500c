-- The first backup of a new project is what its database was made of.
alter table backups drop constraint backups_reason_check;
alter table backups add constraint backups_reason_check
  check (reason in ('schedule', 'manual', 'first', 'upgrade', 'restore', 'origin'));
