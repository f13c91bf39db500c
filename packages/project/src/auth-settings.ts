/**
 * Settings of a project's auth service, under the names that the management API has for them
 * (`/v1/projects/{ref}/config/auth`). Only those that the service reads; every one has a value. Times are seconds.
 */
export interface AuthSettings {
  /** Where users come back to when no allowed `redirect_to` was given. */
  site_url: string;
  /** Comma-separated globs of further addresses that `redirect_to` may name. */
  uri_allow_list: string;
  disable_signup: boolean;
  jwt_exp: number;

  external_email_enabled: boolean;
  external_phone_enabled: boolean;
  external_anonymous_users_enabled: boolean;
  external_web3_ethereum_enabled: boolean;
  external_web3_solana_enabled: boolean;
  mailer_autoconfirm: boolean;
  sms_autoconfirm: boolean;
  mailer_allow_unverified_email_sign_ins: boolean;
  mailer_secure_email_change_enabled: boolean;
  /** Which changes of an account its user gets a mail about. */
  mailer_notifications: Readonly<Record<AuthNotification, boolean>>;
  mailer_otp_exp: number;
  mailer_otp_length: number;
  /** By kind of mail; an empty text means the built-in one. */
  mailer_subjects: Readonly<Record<MailKind, string>>;
  mailer_templates: Readonly<Record<MailKind, string>>;

  /** Null: nobody has to solve one. */
  captcha: CaptchaSettings | null;

  /** Null: mail goes to the project's development mailbox. */
  smtp: SmtpSettings | null;
  /** Seconds between two mails to one user. */
  smtp_max_frequency: number;

  sms_max_frequency: number;
  sms_otp_exp: number;
  sms_otp_length: number;
  /** `{{ .Code }}` stands for the code. */
  sms_template: string;
  /** Phone number → code that is accepted for it, for tests of apps. */
  sms_test_otp: Readonly<Record<string, string>>;
  /** Null: text messages go to the project's development mailbox. */
  sms_provider: string | null;
  /** The account at Twilio, when the provider is `twilio` or `twilio_verify`. */
  twilio: TwilioSettings | null;
  /** The account at one of the others that can be used. */
  sms_account: SmsAccount | null;

  password_min_length: number;
  /** Groups separated by `:`; one character of each must be there. Empty: no rule. */
  password_required_characters: string;
  /** Refuse passwords that are in a public list of leaked ones. */
  password_hibp_enabled: boolean;
  security_update_password_require_reauthentication: boolean;
  security_manual_linking_enabled: boolean;
  refresh_token_rotation_enabled: boolean;
  security_refresh_token_reuse_interval: number;
  /** 0: none. */
  sessions_timebox: number;
  sessions_inactivity_timeout: number;
  sessions_single_per_user: boolean;

  mfa_max_enrolled_factors: number;
  mfa_totp_enroll_enabled: boolean;
  mfa_totp_verify_enabled: boolean;
  mfa_phone_enroll_enabled: boolean;
  mfa_phone_verify_enabled: boolean;
  mfa_web_authn_enroll_enabled: boolean;
  mfa_web_authn_verify_enabled: boolean;

  passkey_enabled: boolean;
  /** The domain that passkeys and security keys are made for. */
  webauthn_rp_id: string;
  webauthn_rp_display_name: string;
  /** Comma-separated origins whose pages may use them. */
  webauthn_rp_origins: string;

  /** Per hour for the whole project. */
  rate_limit_email_sent: number;
  rate_limit_sms_sent: number;
  /** Per hour and client address. */
  rate_limit_anonymous_users: number;
  /** Per five minutes and client address. */
  rate_limit_token_refresh: number;
  rate_limit_verify: number;
  rate_limit_otp: number;
  rate_limit_web3: number;

  /** Whether users can sign in to other applications with their account of the project. */
  oauth_server_enabled: boolean;
  /** Whether applications may register themselves. */
  oauth_server_allow_dynamic_registration: boolean;
  /** Where, below the site's address, users decide about applications. Empty: nowhere. */
  oauth_server_authorization_path: string;

  /** Whether people sign in by providers that the project's own database describes. */
  custom_oauth_enabled: boolean;

  /** Whether people sign in by the identity providers of their organizations. */
  saml_enabled: boolean;
  /** The address of the auth service by which identity providers know it. Empty: the one that it has. */
  saml_external_url: string;

  /** What is asked at which moment; those that are off have none. */
  hooks: Readonly<Partial<Record<AuthHook, HookSettings>>>;

  /** Providers of `OAUTH_PROVIDERS`, those switched on and off alike. */
  external: Readonly<Record<string, OAuthProviderSettings>>;
}

/** Moments at which the auth service asks the project's own code. */
export type AuthHook =
  | 'before_user_created'
  | 'after_user_created'
  | 'custom_access_token'
  | 'mfa_verification_attempt'
  | 'password_verification_attempt'
  | 'send_email'
  | 'send_sms';

export interface HookSettings {
  /** `pg-functions://postgres/<schema>/<function>`, or an address. */
  uri: string;
  /** `v1,whsec_<base64>` separated by `|`; requests to an address are signed with each. */
  secrets: string;
}

/** Mails that let their reader prove an address. */
export type TokenMailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication';

/** Changes of an account that its user can be told of. */
export type AuthNotification =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled'
  | 'identity_linked'
  | 'identity_unlinked';
/** Mails that only tell. */
export type NotificationMailKind = `${AuthNotification}_notification`;
export type MailKind = TokenMailKind | NotificationMailKind;

export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
}

export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** Id of a messaging service, or a number or name to send from; with Verify the id of its service. */
  sender: string;
}

export interface SmsAccount {
  provider: 'messagebird' | 'textlocal' | 'vonage';
  key: string;
  /** Where the key alone is not enough. */
  secret: string;
  /** A number or name to send from. */
  sender: string;
}

export interface SmtpSettings {
  host: string;
  port: number;
  user: string;
  pass: string;
  admin_email: string;
  sender_name: string;
}

export interface OAuthProviderSettings {
  enabled: boolean;
  client_id: string;
  secret: string;
  /** The issuer, for providers that have one per customer (keycloak, gitlab, azure, workos). Empty: the provider's own. */
  url: string;
  /** Comma-separated ids whose tokens `grant_type=id_token` accepts too. */
  additional_client_ids: string;
  email_optional: boolean;
  skip_nonce_check: boolean;
}
