-- Where mail and text messages of the auth service go while the project has no provider for them. Rows hold sign-in codes:
-- only the auth service, and who may act for it, can read them. May be run on a database that has it already.

create table if not exists basalt.mailbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text not null,
  subject text not null default '',
  html text not null default '',
  text text not null default '',
  code text,
  link text,
  created_at timestamptz not null default now()
);
create index if not exists mailbox_created_at on basalt.mailbox (created_at);
grant select, insert, delete on basalt.mailbox to supabase_auth_admin;
