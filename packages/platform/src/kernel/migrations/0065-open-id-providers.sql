-- The provider that people of an organization sign in with.
create table open_id_providers (
  organization_id bigint primary key references organizations on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  -- What whoever signs in with it becomes in the organization; null: nothing, until they are invited.
  join_role text
);
-- The domains of the addresses that it may speak for, once the organization has shown that they are its own.
create table open_id_domains (
  organization_id bigint not null references open_id_providers on delete cascade,
  domain text not null,
  -- What a TXT record has to say.
  challenge text not null,
  problem text,
  verified_at timestamptz(3),
  primary key (organization_id, domain)
);
create unique index on open_id_domains (domain) where verified_at is not null;
