-- The key with which the auth service signs its questions to identity providers, and the certificate by which they know it. It is made
-- when it is first needed. May be run on a database that has it already.

create table if not exists basalt.saml_keys (
  id boolean primary key default true check (id),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
grant select, insert on basalt.saml_keys to supabase_auth_admin;

-- When identity providers want those to sign in anew who now exchange a code for their session.
create table if not exists basalt.saml_session_ends (
  flow_state_id uuid primary key,
  ends_at timestamptz not null
);
grant select, insert, delete on basalt.saml_session_ends to supabase_auth_admin;
