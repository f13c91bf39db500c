-- Who changed what, from where. It names organizations, projects and accounts without references: an entry outlives them all.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  -- Null: a change of an account alone.
  organization_id bigint,
  project_ref text,
  account_id uuid not null,
  email text not null,
  -- The session or access token that was shown; null where somebody showed a password or a link.
  credential_kind text check (credential_kind in ('session', 'token')),
  credential_id uuid,
  credential_name text,
  ip text not null,
  user_agent text,
  action text not null,
  -- What was asked for, and what was there before and after, without secrets.
  request jsonb not null default '{}',
  before jsonb,
  after jsonb,
  operation_id uuid,
  -- Null until it is known how it ended, and for ever when the platform was killed before.
  outcome text check (outcome in ('succeeded', 'failed')),
  error text,
  finished_at timestamptz(3),
  check ((outcome is null) = (finished_at is null))
);
create index audit_log_organization_id on audit_log (organization_id, id);
create index audit_log_account_id on audit_log (account_id, id) where organization_id is null;
create index audit_log_at on audit_log (at);

-- The log only grows. An entry gets its outcome once, by the transaction that knows it, and goes when it is too old.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.finished_at is null or old.finished_at = now()::timestamptz(3))
      and (new.id, new.at, new.account_id, new.email, new.ip, new.action, new.request)
        is not distinct from (old.id, old.at, old.account_id, old.email, old.ip, old.action, old.request)
    then
      return new;
    end if;
  elsif current_setting('basalt.forgets_audit_log', true) = 'on' then
    return old;
  end if;
  raise exception 'Entries of the audit log are not changed or deleted.';
end
$$;
create trigger keep_audit_log before update or delete on audit_log
  for each row execute function keep_audit_log();
