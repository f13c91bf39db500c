-- What backups need to remember beyond their first form.

-- Since when changes are archived without a pause: a base backup from before is of no use for recovery to a moment.
alter table backup_settings add column pitr_since timestamptz;
-- Somebody asked for it to be verified now.
alter table backups add column verify_requested_at timestamptz;
