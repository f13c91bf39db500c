/** Tables that user code names, with their columns in order and types as `format_type` prints them. */
export const KNOWN_COLUMNS: Record<string, string> = {
  'auth.users': `
    instance_id uuid, id uuid, aud character varying(255), role character varying(255),
    email character varying(255), encrypted_password character varying(255),
    email_confirmed_at timestamp with time zone, invited_at timestamp with time zone,
    confirmation_token character varying(255), confirmation_sent_at timestamp with time zone,
    recovery_token character varying(255), recovery_sent_at timestamp with time zone,
    email_change_token_new character varying(255), email_change character varying(255),
    email_change_sent_at timestamp with time zone, last_sign_in_at timestamp with time zone,
    raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean,
    created_at timestamp with time zone, updated_at timestamp with time zone,
    phone text, phone_confirmed_at timestamp with time zone, phone_change text,
    phone_change_token character varying(255), phone_change_sent_at timestamp with time zone,
    confirmed_at timestamp with time zone, email_change_token_current character varying(255),
    email_change_confirm_status smallint, banned_until timestamp with time zone,
    reauthentication_token character varying(255), reauthentication_sent_at timestamp with time zone,
    is_sso_user boolean, deleted_at timestamp with time zone, is_anonymous boolean`,
  'auth.identities': `
    provider_id text, user_id uuid, identity_data jsonb, provider text, last_sign_in_at timestamp with time zone,
    created_at timestamp with time zone, updated_at timestamp with time zone, email text, id uuid`,
  'auth.sessions': `
    id uuid, user_id uuid, created_at timestamp with time zone, updated_at timestamp with time zone, factor_id uuid,
    aal auth.aal_level, not_after timestamp with time zone, refreshed_at timestamp without time zone,
    user_agent text, ip inet, tag text, oauth_client_id uuid, refresh_token_hmac_key text,
    refresh_token_counter bigint, scopes text`,
  'auth.refresh_tokens': `
    instance_id uuid, id bigint, token character varying(255), user_id character varying(255), revoked boolean,
    created_at timestamp with time zone, updated_at timestamp with time zone, parent character varying(255),
    session_id uuid`,
  'storage.buckets': `
    id text, name text, owner uuid, created_at timestamp with time zone, updated_at timestamp with time zone,
    public boolean, avif_autodetection boolean, file_size_limit bigint, allowed_mime_types text[], owner_id text,
    type storage.buckettype`,
  'storage.objects': `
    id uuid, bucket_id text, name text, owner uuid, created_at timestamp with time zone,
    updated_at timestamp with time zone, last_accessed_at timestamp with time zone, metadata jsonb,
    path_tokens text[], version text, owner_id text, user_metadata jsonb`,
  'realtime.messages': `
    topic text, extension text, payload jsonb, event text, private boolean, updated_at timestamp without time zone,
    inserted_at timestamp without time zone, id uuid, binary_payload bytea`,
};

/** Every table of the auth service. */
export const AUTH_TABLES = [
  'audit_log_entries',
  'custom_oauth_providers',
  'flow_state',
  'identities',
  'instances',
  'mfa_amr_claims',
  'mfa_challenges',
  'mfa_factors',
  'oauth_authorizations',
  'oauth_client_states',
  'oauth_clients',
  'oauth_consents',
  'one_time_tokens',
  'refresh_tokens',
  'saml_providers',
  'saml_relay_states',
  'schema_migrations',
  'sessions',
  'sso_domains',
  'sso_providers',
  'users',
  'webauthn_challenges',
  'webauthn_credentials',
];
