-- Functions, secrets and settings that a merge or a push brings, sealed, and what was there before: the way back.
alter table branch_merges
  drop column functions,
  add parts bytea,
  add former_parts bytea,
  -- All of them take effect at one moment.
  add parts_applied_at timestamptz(3),
  add parts_returned_at timestamptz(3);
-- What functions, secrets and settings were made of when the branch and its project had the same, as digests; null: not known.
alter table branch_bases add prints jsonb;
