-- Whether the project itself is brought to the versions of its production branch.
alter table git_connections add follows boolean not null default false;
alter table git_syncs
  -- The moment before it, of a project that is no branch; null: none was named.
  add restore_point text,
  -- The database did not answer for long: nothing is known against the version, and it is tried again.
  add is_cut_short boolean not null default false;
