import {
  AUTH_DEFAULTS,
  AUTH_HOOKS,
  AUTH_MAIL_KINDS,
  AUTH_NOTIFICATIONS,
  OAUTH_PROVIDERS,
} from '@basalt/contract/auth-config-fields';
import type { AuthSettings, OAuthProviderSettings, SmtpSettings } from '@basalt/project';
import type { StoredAuth } from '../kernel/schema.ts';

type Secrets = Readonly<Record<string, string>>;
type Names<T, V> = { [N in keyof T]-?: T[N] extends V ? N : never }[keyof T] & string;

/** Settings that are read as they are called, by what they hold. */
const SWITCHES = [
  'disable_signup',
  'external_email_enabled',
  'external_phone_enabled',
  'external_anonymous_users_enabled',
  'external_web3_ethereum_enabled',
  'external_web3_solana_enabled',
  'mailer_autoconfirm',
  'sms_autoconfirm',
  'mailer_allow_unverified_email_sign_ins',
  'mailer_secure_email_change_enabled',
  'password_hibp_enabled',
  'security_update_password_require_reauthentication',
  'security_manual_linking_enabled',
  'refresh_token_rotation_enabled',
  'sessions_single_per_user',
  'mfa_totp_enroll_enabled',
  'mfa_totp_verify_enabled',
  'mfa_phone_enroll_enabled',
  'mfa_phone_verify_enabled',
  'mfa_web_authn_enroll_enabled',
  'mfa_web_authn_verify_enabled',
  'passkey_enabled',
  'custom_oauth_enabled',
  'saml_enabled',
  'oauth_server_enabled',
  'oauth_server_allow_dynamic_registration',
] as const satisfies Names<AuthSettings, boolean>[];
const NUMBERS = [
  'jwt_exp',
  'mailer_otp_exp',
  'mailer_otp_length',
  'smtp_max_frequency',
  'sms_max_frequency',
  'sms_otp_exp',
  'sms_otp_length',
  'password_min_length',
  'security_refresh_token_reuse_interval',
  'sessions_timebox',
  'sessions_inactivity_timeout',
  'mfa_max_enrolled_factors',
  'rate_limit_email_sent',
  'rate_limit_sms_sent',
  'rate_limit_anonymous_users',
  'rate_limit_token_refresh',
  'rate_limit_verify',
  'rate_limit_otp',
  'rate_limit_web3',
] as const satisfies Names<AuthSettings, number>[];
const TEXTS = [
  'site_url',
  'uri_allow_list',
  'sms_template',
  'password_required_characters',
  'webauthn_rp_id',
  'webauthn_rp_display_name',
  'webauthn_rp_origins',
  'saml_external_url',
  'oauth_server_authorization_path',
] as const satisfies Names<AuthSettings, string>[];

/** What was set, over the defaults, in the shape in which the auth service reads it. */
export function toRuntimeAuth(stored: StoredAuth, secrets: Secrets, now: Date): AuthSettings {
  const settings: Readonly<StoredAuth> = { ...AUTH_DEFAULTS, ...stored };
  const text = (name: string) => String(settings[name] ?? '');
  return {
    ...pick(SWITCHES, (name) => settings[name] === true),
    ...pick(NUMBERS, (name) => Number(settings[name] ?? 0)),
    ...pick(TEXTS, text),
    mailer_notifications: pick(
      AUTH_NOTIFICATIONS,
      (name) => settings[`mailer_notifications_${name}_enabled`] === true,
    ),
    mailer_subjects: pick(AUTH_MAIL_KINDS, (kind) => text(`mailer_subjects_${kind}`)),
    mailer_templates: pick(AUTH_MAIL_KINDS, (kind) => text(`mailer_templates_${kind}_content`)),
    captcha: toCaptcha(settings, secrets),
    smtp: toSmtp(text, secrets),
    sms_test_otp: isOver(settings.sms_test_otp_valid_until, now) ? {} : toPairs(text('sms_test_otp')),
    sms_provider: text('sms_provider') || null,
    twilio: toTwilio(text, secrets),
    sms_account: toSmsAccount(text, secrets),
    hooks: toHooks(settings, secrets),
    external: pick(OAUTH_PROVIDERS, (provider) => toProvider(provider, settings, secrets)),
  };
}

function pick<N extends string, V>(names: readonly N[], value: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>;
}

function toCaptcha(settings: Readonly<StoredAuth>, secrets: Secrets): AuthSettings['captcha'] {
  if (settings.security_captcha_enabled !== true) return null;
  const provider = settings.security_captcha_provider === 'turnstile' ? 'turnstile' : 'hcaptcha';
  return { provider, secret: secrets.security_captcha_secret ?? '' };
}

function toSmtp(text: (name: string) => string, secrets: Secrets): SmtpSettings | null {
  if (text('smtp_host') === '') return null;
  return {
    host: text('smtp_host'),
    port: Number(text('smtp_port')),
    user: text('smtp_user'),
    pass: secrets.smtp_pass ?? '',
    admin_email: text('smtp_admin_email'),
    sender_name: text('smtp_sender_name'),
  };
}

function toTwilio(text: (name: string) => string, secrets: Secrets): AuthSettings['twilio'] {
  switch (text('sms_provider')) {
    case 'twilio':
      return {
        account_sid: text('sms_twilio_account_sid'),
        auth_token: secrets.sms_twilio_auth_token ?? '',
        sender: text('sms_twilio_message_service_sid'),
      };
    case 'twilio_verify':
      return {
        account_sid: text('sms_twilio_verify_account_sid'),
        auth_token: secrets.sms_twilio_verify_auth_token ?? '',
        sender: text('sms_twilio_verify_message_service_sid'),
      };
    default:
      return null;
  }
}

function toSmsAccount(text: (name: string) => string, secrets: Secrets): AuthSettings['sms_account'] {
  const provider = text('sms_provider');
  switch (provider) {
    case 'messagebird':
      return {
        provider,
        key: secrets.sms_messagebird_access_key ?? '',
        secret: '',
        sender: text('sms_messagebird_originator'),
      };
    case 'textlocal':
      return {
        provider,
        key: secrets.sms_textlocal_api_key ?? '',
        secret: '',
        sender: text('sms_textlocal_sender'),
      };
    case 'vonage':
      return {
        provider,
        key: text('sms_vonage_api_key'),
        secret: secrets.sms_vonage_api_secret ?? '',
        sender: text('sms_vonage_from'),
      };
    default:
      return null;
  }
}

function toHooks(settings: Readonly<StoredAuth>, secrets: Secrets): AuthSettings['hooks'] {
  const enabled = AUTH_HOOKS.filter((name) => settings[`hook_${name}_enabled`] === true);
  return pick(enabled, (name) => ({
    uri: String(settings[`hook_${name}_uri`] ?? ''),
    secrets: secrets[`hook_${name}_secrets`] ?? '',
  }));
}

function toProvider(name: string, settings: Readonly<StoredAuth>, secrets: Secrets): OAuthProviderSettings {
  const of = (part: string) => settings[`external_${name}_${part}`];
  return {
    enabled: of('enabled') === true,
    client_id: String(of('client_id') ?? ''),
    secret: secrets[`external_${name}_secret`] ?? '',
    url: String(of('url') ?? ''),
    additional_client_ids: String(of('additional_client_ids') ?? ''),
    email_optional: of('email_optional') === true,
    skip_nonce_check: of('skip_nonce_check') === true,
  };
}

/** `4915112345678=123456,…` */
function toPairs(list: string): Record<string, string> {
  const pairs = list.split(',').map((pair) => pair.trim().split('=') as [string, string?]);
  return Object.fromEntries(pairs.flatMap(([phone, code]) => (phone && code ? [[phone, code]] : [])));
}

function isOver(end: string | number | boolean | undefined, now: Date): boolean {
  return typeof end === 'string' && Date.parse(end) <= now.getTime();
}
