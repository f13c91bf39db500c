import type { AuthConfig } from '@basalt/contract';
import {
  AUTH_DEFAULTS,
  AUTH_LINES,
  AUTH_NUMBERS,
  AUTH_SECRETS,
  AUTH_SWITCHES,
  AUTH_TEMPLATES,
  type AuthSecret,
  SECRET_MASK,
} from '@basalt/contract/auth-config-fields';
import type { Database } from '../kernel/open-database.ts';
import type { StoredAuth } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

export type AuthSecrets = Partial<Record<AuthSecret, string>>;

const OTHERS = [
  'db_max_pool_size_unit',
  'password_required_characters',
  'saml_external_url',
  'security_captcha_provider',
  'sessions_inactivity_timeout',
  'sessions_tags',
  'sessions_timebox',
  'site_url',
  'sms_provider',
  'sms_test_otp',
  'sms_test_otp_valid_until',
  'smtp_admin_email',
  'smtp_port',
] as const;

function fill<const N extends string, const V>(names: readonly N[], value: V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<N, V>;
}

const EMPTY = {
  ...fill([...AUTH_LINES, ...AUTH_TEMPLATES, ...AUTH_SECRETS, ...OTHERS], null),
  ...fill(Object.keys(AUTH_NUMBERS) as (keyof typeof AUTH_NUMBERS)[], null),
  ...fill(AUTH_SWITCHES, false),
  // Told, but not to be changed.
  custom_oauth_max_providers: 0,
  nimbus_oauth_email_optional: false,
  security_update_password_require_current_password: false,
  saml_allow_encrypted_assertions: true,
};

/** The whole configuration as it is answered: what was set, over the defaults. Of secrets it only says that they are set. */
export function configOf(stored: StoredAuth, secrets: AuthSecrets): AuthConfig {
  const masked = fill(Object.keys(secrets) as AuthSecret[], SECRET_MASK);
  return { ...EMPTY, ...AUTH_DEFAULTS, ...stored, ...masked } as AuthConfig;
}

/** The auth settings of a project that were set, without their secrets. */
export async function readStoredAuth(db: Database, projectId: number): Promise<StoredAuth> {
  const { auth } = await db
    .selectFrom('project_api_settings')
    .select('auth')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return auth;
}

/** The auth settings of a project that were set, and their secrets. */
export async function readAuthConfig(
  db: Database,
  secretBox: SecretBox,
  projectId: number,
): Promise<{ stored: StoredAuth; secrets: AuthSecrets }> {
  const { auth, auth_secrets } = await db
    .selectFrom('project_api_settings')
    .select(['auth', 'auth_secrets'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { stored: auth, secrets: auth_secrets === null ? {} : JSON.parse(secretBox.open(auth_secrets)) };
}
