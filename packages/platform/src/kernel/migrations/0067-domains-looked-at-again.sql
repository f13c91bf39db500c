-- Whether the TXT record of a verified domain is still there.
alter table open_id_domains
  -- When it was looked for last, whatever was found.
  add column looked_at timestamptz(3),
  -- Since when it is not seen any more; null: it was there when it was looked for last.
  add column missing_since timestamptz(3),
  -- When the owners were told that it is missing; null: they need not be, or are still to be.
  add column told_at timestamptz(3);
