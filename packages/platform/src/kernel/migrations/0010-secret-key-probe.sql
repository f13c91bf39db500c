-- Tells at the start whether the key that seals secrets is the one that everything here was sealed with.
create table secret_key_probe (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null
);
