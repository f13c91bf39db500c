-- Who may only read (members with the role Read-only, the assistant) sees every table that users make, and of the services'
-- tables everything but what would let them act for somebody: password hashes, tokens, secrets, mail with codes.
-- `pg_read_all_data` knows no exceptions, so the rights are given one by one. May be run on a database that has them already.

revoke pg_read_all_data from supabase_read_only_user;

-- What is to come: tables and schemas of the project's owner, and of the superuser (a restored dump).
alter default privileges for role postgres grant select on tables to supabase_read_only_user;
alter default privileges for role postgres grant select on sequences to supabase_read_only_user;
alter default privileges for role postgres grant usage on schemas to supabase_read_only_user;
alter default privileges for role supabase_admin in schema public grant select on tables to supabase_read_only_user;
alter default privileges for role supabase_admin in schema public grant select on sequences to supabase_read_only_user;

do $$
declare
  found record;
begin
  for found in
    select n.nspname as name from pg_catalog.pg_namespace as n
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt')
  loop
    execute pg_catalog.format('grant usage on schema %I to supabase_read_only_user', found.name);
    if found.name not in ('auth', 'storage', 'realtime', 'vault') then
      execute pg_catalog.format('grant select on all tables in schema %I to supabase_read_only_user', found.name);
      execute pg_catalog.format('grant select on all sequences in schema %I to supabase_read_only_user', found.name);
    end if;
  end loop;

  -- Of the services: column by column, without the secret ones.
  for found in
    select n.nspname as schema, c.relname as name,
      pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_catalog.pg_class as c
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace and n.nspname in ('auth', 'storage', 'realtime')
      join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm')
      and (n.nspname, c.relname) not in (
        ('auth', 'refresh_tokens'), ('auth', 'one_time_tokens'), ('auth', 'flow_state'), ('auth', 'oauth_client_states'),
        ('auth', 'saml_relay_states'), ('auth', 'mfa_challenges'), ('auth', 'webauthn_challenges'),
        ('auth', 'oauth_authorizations'), ('realtime', 'subscription')
      )
      and not (n.nspname = 'auth' and (
        a.attname in (
          'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'phone_change_token',
          'email_change_token_current', 'reauthentication_token', 'secret', 'web_authn_credential',
          'last_webauthn_challenge_data', 'client_secret_hash', 'refresh_token_hmac_key', 'metadata_xml'
        )
      ))
    group by n.nspname, c.relname
  loop
    execute pg_catalog.format(
      'grant select (%s) on %I.%I to supabase_read_only_user', found.columns, found.schema, found.name
    );
  end loop;
end
$$;
