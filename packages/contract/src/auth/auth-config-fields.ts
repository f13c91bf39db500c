// The names of a project's auth settings, as the management API has them, by what they hold. One place for the contract,
// for defaults and for the service.

export const OAUTH_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** The providers that users can really sign in with; the others can be configured, but not switched on. */
export const SERVED_OAUTH_PROVIDERS: readonly OAuthProvider[] = OAUTH_PROVIDERS.filter(
  (name) => name !== 'twitter',
);

/** Changes of an account that its user is told of, where the project wants that. */
export const AUTH_NOTIFICATIONS = [
  'email_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
  'password_changed',
  'phone_changed',
] as const;
export type AuthNotification = (typeof AUTH_NOTIFICATIONS)[number];

/** Moments at which the auth service asks the project's own code. */
export const AUTH_HOOKS = [
  'after_user_created',
  'before_user_created',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'send_email',
  'send_sms',
] as const;
export type AuthHook = (typeof AUTH_HOOKS)[number];

/** All but WorkOS know users without an e-mail address. */
type OptionalEmailProvider = Exclude<OAuthProvider, 'workos'>;
const OPTIONAL_EMAIL_PROVIDERS = OAUTH_PROVIDERS.filter(
  (name): name is OptionalEmailProvider => name !== 'workos',
);

function named<const P extends string, const M extends string, const S extends string>(
  prefix: P,
  middles: readonly M[],
  suffix: S,
) {
  return middles.map((middle): `${P}${M}${S}` => `${prefix}${middle}${suffix}`);
}

/** What can be said in a project's own words: `mailer_subjects_…`, `mailer_templates_…_content`. */
export const AUTH_MAIL_KINDS = [
  'confirmation',
  'email_change',
  'invite',
  'magic_link',
  'reauthentication',
  'recovery',
  ...named('', AUTH_NOTIFICATIONS, '_notification'),
] as const;
export type AuthMailKind = (typeof AUTH_MAIL_KINDS)[number];

/** True or false; null when it was never set and has no default. */
export const AUTH_SWITCHES = [
  'custom_oauth_enabled',
  'disable_signup',
  'external_anonymous_users_enabled',
  'external_email_enabled',
  'external_phone_enabled',
  'external_google_skip_nonce_check',
  'external_web3_ethereum_enabled',
  'external_web3_solana_enabled',
  'mailer_allow_unverified_email_sign_ins',
  'mailer_autoconfirm',
  'mailer_secure_email_change_enabled',
  'mfa_phone_enroll_enabled',
  'mfa_phone_verify_enabled',
  'mfa_totp_enroll_enabled',
  'mfa_totp_verify_enabled',
  'mfa_web_authn_enroll_enabled',
  'mfa_web_authn_verify_enabled',
  'oauth_server_allow_dynamic_registration',
  'oauth_server_enabled',
  'passkey_enabled',
  'password_hibp_enabled',
  'refresh_token_rotation_enabled',
  'saml_enabled',
  'security_captcha_enabled',
  'security_manual_linking_enabled',
  'security_sb_forwarded_for_enabled',
  'security_update_password_require_reauthentication',
  'sessions_single_per_user',
  'sms_autoconfirm',
  ...named('external_', OAUTH_PROVIDERS, '_enabled'),
  ...named('external_', OPTIONAL_EMAIL_PROVIDERS, '_email_optional'),
  ...named('hook_', AUTH_HOOKS, '_enabled'),
  ...named('mailer_notifications_', AUTH_NOTIFICATIONS, '_enabled'),
] as const;

/** One line of text, or a comma-separated list. */
export const AUTH_LINES = [
  'external_apple_additional_client_ids',
  'external_azure_url',
  'external_gitlab_url',
  'external_google_additional_client_ids',
  'external_keycloak_url',
  'external_workos_url',
  'mfa_phone_template',
  'nimbus_oauth_client_id',
  'oauth_server_authorization_path',
  'sms_messagebird_originator',
  'sms_template',
  'sms_textlocal_sender',
  'sms_twilio_account_sid',
  'sms_twilio_content_sid',
  'sms_twilio_message_service_sid',
  'sms_twilio_verify_account_sid',
  'sms_twilio_verify_message_service_sid',
  'sms_vonage_api_key',
  'sms_vonage_from',
  'smtp_host',
  'smtp_sender_name',
  'smtp_user',
  'uri_allow_list',
  'webauthn_rp_display_name',
  'webauthn_rp_id',
  'webauthn_rp_origins',
  ...named('external_', OAUTH_PROVIDERS, '_client_id'),
  ...named('hook_', AUTH_HOOKS, '_uri'),
  ...named('mailer_subjects_', AUTH_MAIL_KINDS, ''),
] as const;

/** Whole mails. */
export const AUTH_TEMPLATES = [...named('mailer_templates_', AUTH_MAIL_KINDS, '_content')] as const;

/** What requests of hooks are signed with. */
export const HOOK_SECRETS = [...named('hook_', AUTH_HOOKS, '_secrets')] as const;

/** Kept sealed. Answers never hold them: they say {@link SECRET_MASK} instead. */
export const AUTH_SECRETS = [
  'nimbus_oauth_client_secret',
  'security_captcha_secret',
  'sms_messagebird_access_key',
  'sms_textlocal_api_key',
  'sms_twilio_auth_token',
  'sms_twilio_verify_auth_token',
  'sms_vonage_api_secret',
  'smtp_pass',
  ...named('external_', OAUTH_PROVIDERS, '_secret'),
  ...HOOK_SECRETS,
] as const;
export type AuthSecret = (typeof AUTH_SECRETS)[number];

/** Stands in answers for a secret that is set. Sent back, it leaves the secret as it is. */
export const SECRET_MASK = '••••••••';

/** Whole numbers: the least and the greatest that are accepted. */
export const AUTH_NUMBERS = {
  api_max_request_duration: [1, 3_600],
  db_max_pool_size: [1, 1_000],
  jwt_exp: [0, 604_800],
  mailer_otp_exp: [0, 2_147_483_647],
  mailer_otp_length: [6, 10],
  mfa_max_enrolled_factors: [0, 2_147_483_647],
  mfa_phone_max_frequency: [0, 32_767],
  mfa_phone_otp_length: [6, 10],
  password_min_length: [6, 32_767],
  rate_limit_anonymous_users: [1, 2_147_483_647],
  rate_limit_email_sent: [1, 2_147_483_647],
  rate_limit_otp: [1, 2_147_483_647],
  rate_limit_sms_sent: [1, 2_147_483_647],
  rate_limit_token_refresh: [1, 2_147_483_647],
  rate_limit_verify: [1, 2_147_483_647],
  rate_limit_web3: [1, 2_147_483_647],
  security_refresh_token_reuse_interval: [0, 2_147_483_647],
  sms_max_frequency: [0, 32_767],
  sms_otp_exp: [0, 2_147_483_647],
  sms_otp_length: [6, 10],
  smtp_max_frequency: [0, 32_767],
} as const satisfies Record<string, readonly [number, number]>;

export const PASSWORD_CHARACTER_RULES = [
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
  'abcdefghijklmnopqrstuvwxyz:ABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
  'abcdefghijklmnopqrstuvwxyz:ABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789:!@#$%^&*()_+-=[]{};\'\\\\:"|<>?,./`~',
  '',
] as const;

/**
 * What auth settings are while nobody has set them, by the names of the management API. Switches that are not here are off,
 * everything else that is not here is null. Times are seconds.
 */
export const AUTH_DEFAULTS = {
  site_url: 'http://localhost:3000',
  uri_allow_list: '',
  jwt_exp: 3_600,
  custom_oauth_enabled: true,
  external_email_enabled: true,
  mailer_secure_email_change_enabled: true,
  mailer_otp_exp: 3_600,
  mailer_otp_length: 6,
  smtp_max_frequency: 60,
  sms_max_frequency: 60,
  sms_otp_exp: 60,
  sms_otp_length: 6,
  sms_template: 'Your code is {{ .Code }}',
  sms_test_otp: '',
  password_min_length: 6,
  password_required_characters: '',
  refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
  sessions_timebox: 0,
  sessions_inactivity_timeout: 0,
  security_captcha_provider: 'hcaptcha',
  mfa_max_enrolled_factors: 10,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_phone_otp_length: 6,
  mfa_phone_max_frequency: 5,
  mfa_phone_template: 'Your code is {{ .Code }}',
  rate_limit_email_sent: 30,
  rate_limit_sms_sent: 30,
  rate_limit_anonymous_users: 30,
  rate_limit_token_refresh: 150,
  rate_limit_verify: 30,
  rate_limit_otp: 30,
  rate_limit_web3: 30,
} as const;
