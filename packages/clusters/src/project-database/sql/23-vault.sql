-- The vault: secrets that SQL can read and that lie encrypted on disk, in the log, in backups and in downloads. The key is a file
-- beside the data directory, so none of these hold it. May be run on a database that has this already.

-- One text, run only where the schema is the platform's: an object of somebody else's with a name of ours keeps the database from
-- getting a vault, and from nothing else.
do $update$
declare
  why text;
begin
  if exists (
    select from pg_catalog.pg_namespace as n join pg_catalog.pg_roles as r on r.oid = n.nspowner
    where n.nspname = 'vault' and not r.rolsuper
  ) then
    raise warning 'The schema vault belongs to somebody else, so this database has no vault.';
    return;
  end if;
  execute $vault$
    create schema if not exists vault;
    grant usage on schema vault to postgres, service_role, supabase_read_only_user;

    -- `secret` is what was encrypted, in base64; `nonce` is not null where that is so. `key_id` is there for what the ecosystem
    -- writes, and has no meaning.
    create table if not exists vault.secrets (
      id uuid primary key default pg_catalog.gen_random_uuid(),
      name text,
      description text not null default '',
      secret text not null,
      key_id uuid,
      nonce bytea,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp
    );
    create unique index if not exists secrets_name_idx on vault.secrets (name) where name is not null;
    comment on table vault.secrets is 'Encrypted secrets. Read them in vault.decrypted_secrets.';

    -- Each row has two keys of its own, made of the project's, so that what is encrypted is of no use in another row. The path is
    -- relative to the data directory, and no setting leads elsewhere. Called by the functions below only.
    create or replace function vault._row_key(row_id uuid, purpose text) returns bytea
    language plpgsql stable set search_path = pg_catalog, pg_temp as $$
    declare
      key bytea;
    begin
      key := pg_catalog.pg_read_binary_file('../vault.key', 0, 64, true);
      if key is null or pg_catalog.octet_length(key) <> 32 then
        raise object_not_in_prerequisite_state using
          message = 'The key of this vault is not there.',
          hint = 'Restart the project. In a database that was restored elsewhere, secrets have to be set again.';
      end if;
      return extensions.hmac(
        pg_catalog.convert_to(purpose, 'UTF8') || pg_catalog.uuid_send(row_id), key, 'sha256'
      );
    exception when undefined_function or invalid_schema_name then
      raise object_not_in_prerequisite_state using
        message = 'The vault needs the extension pgcrypto in the schema extensions.';
    end
    $$;

    -- AES-256 in CBC mode, then HMAC-SHA256 over the row's id, the nonce and what was encrypted.
    create or replace function vault._encrypt(row_id uuid, plain text, row_nonce bytea) returns text
    language plpgsql stable set search_path = pg_catalog, pg_temp as $$
    declare
      sealed bytea := extensions.encrypt_iv(
        pg_catalog.convert_to(plain, 'UTF8'), vault._row_key(row_id, 'encrypt'), row_nonce, 'aes-cbc/pad:pkcs'
      );
    begin
      return pg_catalog.encode(
        sealed || extensions.hmac(
          pg_catalog.uuid_send(row_id) || row_nonce || sealed, vault._row_key(row_id, 'authenticate'), 'sha256'
        ),
        'base64'
      );
    end
    $$;

    create or replace function vault._decrypt(row_id uuid, row_secret text, row_nonce bytea) returns text
    language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
    declare
      -- First of all, so that a missing key is not told as damage.
      mac_key bytea := vault._row_key(row_id, 'authenticate');
      stored bytea;
      sealed bytea;
    begin
      begin
        stored := pg_catalog.decode(row_secret, 'base64');
        sealed := pg_catalog.substr(stored, 1, pg_catalog.octet_length(stored) - 32);
      exception when data_exception then
        stored := null;
      end;
      if stored is null or row_nonce is null or sealed is null or pg_catalog.substr(stored, pg_catalog.octet_length(sealed) + 1)
        is distinct from extensions.hmac(pg_catalog.uuid_send(row_id) || row_nonce || sealed, mac_key, 'sha256')
      then
        raise data_corrupted using
          message = pg_catalog.format('The secret %s cannot be read with the key of this project.', row_id),
          hint = 'It was encrypted in another project or changed since. Set it again, or delete it.';
      end if;
      return pg_catalog.convert_from(
        extensions.decrypt_iv(sealed, vault._row_key(row_id, 'encrypt'), row_nonce, 'aes-cbc/pad:pkcs'), 'UTF8'
      );
    end
    $$;

    -- Whoever writes a secret, by whatever statement, writes it encrypted. Rows that bring a nonce are copies of encrypted ones.
    create or replace function vault._encrypt_secret() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'UPDATE' then
        if new.id is distinct from old.id then
          raise feature_not_supported using message = 'The id of a secret cannot be changed.';
        end if;
        new.updated_at := pg_catalog.now();
        if new.secret is not distinct from old.secret or new.nonce is distinct from old.nonce then
          return new;
        end if;
      elsif new.nonce is not null then
        return new;
      end if;
      if pg_catalog.octet_length(new.secret) > 65536 then
        raise string_data_right_truncation using message = 'A secret can have 65,536 bytes at most.';
      end if;
      if new.id is null or new.secret is null then
        return new; -- refused by the table
      end if;
      new.nonce := extensions.gen_random_bytes(16);
      new.secret := vault._encrypt(new.id, new.secret, new.nonce);
      return new;
    exception when undefined_function or invalid_schema_name then
      raise object_not_in_prerequisite_state using
        message = 'The vault needs the extension pgcrypto in the schema extensions.';
    end
    $$;
    create or replace trigger encrypt_secret before insert or update on vault.secrets
      for each row execute function vault._encrypt_secret();
    -- Also in sessions with `session_replication_role = replica`, which the project's owner may set.
    alter table vault.secrets enable always trigger encrypt_secret;

    create or replace view vault.decrypted_secrets as
    select s.id, s.name, s.description, s.secret, vault._decrypt(s.id, s.secret, s.nonce) as decrypted_secret,
      s.key_id, s.nonce, s.created_at, s.updated_at
    from vault.secrets as s;

    create or replace function vault.create_secret(
      new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
    ) returns uuid
    language sql set search_path = pg_catalog, pg_temp as $$
      insert into vault.secrets (secret, name, description, key_id)
      values (new_secret, new_name, coalesce(new_description, ''), new_key_id)
      returning id
    $$;

    -- What is null stays as it is.
    create or replace function vault.update_secret(
      secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
      new_key_id uuid default null
    ) returns void
    language sql set search_path = pg_catalog, pg_temp as $$
      update vault.secrets as s
      set secret = coalesce(new_secret, s.secret), name = coalesce(new_name, s.name),
        description = coalesce(new_description, s.description), key_id = coalesce(new_key_id, s.key_id)
      where s.id = secret_id
    $$;

    revoke all on function vault._row_key(uuid, text), vault._encrypt(uuid, text, bytea), vault._encrypt_secret(),
      vault._decrypt(uuid, text, bytea), vault.create_secret(text, text, text, uuid),
      vault.update_secret(uuid, text, text, text, uuid)
    from public;
    -- The view calls it with the rights of whoever reads.
    grant execute on function vault._decrypt(uuid, text, bytea), vault.create_secret(text, text, text, uuid),
      vault.update_secret(uuid, text, text, text, uuid)
    to postgres, service_role;
    grant select, delete on vault.secrets, vault.decrypted_secrets to postgres, service_role;
    -- Not the nonce: only whoever copies whole rows brings one along.
    grant insert (id, name, description, secret, key_id), update (name, description, secret, key_id)
      on vault.secrets to postgres, service_role;
    grant select (id, name, description, key_id, created_at, updated_at) on vault.secrets to supabase_read_only_user;
  $vault$;
exception when others then
  get stacked diagnostics why = message_text;
  raise warning 'This database gets no vault: %.', why;
end
$update$;
