import type { AuthMailKind, AuthNotification } from '@basalt/contract';

/**
 * Settings of a project's auth service, every one with a value, in the shape in which it reads them. Names are those of the
 * management API; times are seconds.
 */
export interface RuntimeAuth {
  site_url: string;
  uri_allow_list: string;
  disable_signup: boolean;
  jwt_exp: number;
  external_email_enabled: boolean;
  external_phone_enabled: boolean;
  external_anonymous_users_enabled: boolean;
  mailer_autoconfirm: boolean;
  sms_autoconfirm: boolean;
  mailer_allow_unverified_email_sign_ins: boolean;
  mailer_secure_email_change_enabled: boolean;
  mailer_notifications: Record<AuthNotification, boolean>;
  mailer_otp_exp: number;
  mailer_otp_length: number;
  mailer_subjects: Record<AuthMailKind, string>;
  mailer_templates: Record<AuthMailKind, string>;
  /** Null: nobody has to solve one. */
  captcha: { provider: 'hcaptcha' | 'turnstile'; secret: string } | null;
  /** Null: mail goes to the development mailbox. */
  smtp: RuntimeSmtp | null;
  smtp_max_frequency: number;
  sms_max_frequency: number;
  sms_otp_exp: number;
  sms_otp_length: number;
  sms_template: string;
  sms_test_otp: Record<string, string>;
  sms_provider: string | null;
  twilio: { account_sid: string; auth_token: string; sender: string } | null;
  password_min_length: number;
  password_required_characters: string;
  password_hibp_enabled: boolean;
  security_update_password_require_reauthentication: boolean;
  security_manual_linking_enabled: boolean;
  refresh_token_rotation_enabled: boolean;
  security_refresh_token_reuse_interval: number;
  sessions_timebox: number;
  sessions_inactivity_timeout: number;
  sessions_single_per_user: boolean;
  mfa_max_enrolled_factors: number;
  mfa_totp_enroll_enabled: boolean;
  mfa_totp_verify_enabled: boolean;
  mfa_phone_enroll_enabled: boolean;
  mfa_phone_verify_enabled: boolean;
  rate_limit_email_sent: number;
  rate_limit_sms_sent: number;
  rate_limit_anonymous_users: number;
  rate_limit_token_refresh: number;
  rate_limit_verify: number;
  rate_limit_otp: number;
  /** By provider, those switched on and off alike. */
  external: Record<string, RuntimeProvider>;
}

export interface RuntimeSmtp {
  host: string;
  port: number;
  user: string;
  pass: string;
  admin_email: string;
  sender_name: string;
}

export interface RuntimeProvider {
  enabled: boolean;
  client_id: string;
  secret: string;
  url: string;
  additional_client_ids: string;
  email_optional: boolean;
  skip_nonce_check: boolean;
}
