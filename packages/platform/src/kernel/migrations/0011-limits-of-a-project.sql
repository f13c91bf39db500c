-- What was last seen of the connections that a project's people have opened: how close to all of theirs.
alter table projects add column connections_level text check (connections_level in ('warning', 'critical'));
-- When sessions were last ended because their temporary files filled the disk, and how much those were.
alter table projects add column temporary_files_ended_at timestamptz;
alter table projects add column temporary_files_ended_bytes bigint;
