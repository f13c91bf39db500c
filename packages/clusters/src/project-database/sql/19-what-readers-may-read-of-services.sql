-- Of the services' tables, who may only read sees everything but what would let them act for somebody: password hashes, tokens,
-- secrets, mail with codes. Column by column. May be run on a database that has these rights already.

do $$
declare
  found record;
begin
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
