-- Of which moment a file for download is when it was made from a backup; null: of the moment when it was asked for. Stays when
-- the backup is deleted.
alter table backup_files add column backup_at timestamptz;
