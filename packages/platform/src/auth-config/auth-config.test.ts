import {
  AUTH_SECRETS,
  type AuthConfigChanges,
  authConfigAnswer,
  contract,
  SECRET_MASK,
} from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { configOf } from './auth-settings.ts';
import { applyChanges } from './change-auth-config.ts';
import { findProblem } from './rules.ts';

interface Checker {
  safeParse(value: unknown): { success: boolean };
}

const NONE = { stored: {}, secrets: {} };
const accepted = contract.authConfig.v1Update['~orpc'].inputSchema as unknown as Checker & {
  shape: Record<string, Checker>;
};

/** The problem that a change of an untouched configuration has. */
function problemOf(changes: AuthConfigChanges) {
  const { stored, secrets } = applyChanges(NONE, changes);
  return findProblem(configOf(stored, secrets));
}

const TWILIO: AuthConfigChanges = {
  sms_provider: 'twilio',
  sms_twilio_account_sid: `AC${'0'.repeat(32)}`,
  sms_twilio_auth_token: 'x',
};

const VERIFY: AuthConfigChanges = {
  sms_provider: 'twilio_verify',
  sms_twilio_verify_account_sid: `AC${'0'.repeat(32)}`,
  sms_twilio_verify_auth_token: 'x',
  sms_twilio_verify_message_service_sid: `VA${'0'.repeat(32)}`,
};

describe('the configuration', () => {
  it('names every setting that can be changed', () => {
    const { ref: _ref, ...settings } = accepted.shape;
    expect(Object.keys(configOf({}, {}))).toEqual(expect.arrayContaining(Object.keys(settings)));
  });

  it('says all that is promised, and nothing else', () => {
    expect(authConfigAnswer.strict().safeParse(configOf({}, {})).error).toBeUndefined();
  });

  it('is one that could be set', () => {
    const { shape } = accepted;
    for (const [name, value] of Object.entries(configOf({}, {}))) {
      if (name in shape) expect([name, shape[name]?.safeParse(value).success]).toEqual([name, true]);
    }
    expect(findProblem(configOf({}, {}))).toBeNull();
  });

  it('never says a secret, only that there is one', () => {
    const secrets = Object.fromEntries(AUTH_SECRETS.map((name) => [name, 'hunter2']));
    const config = configOf({}, secrets);
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(AUTH_SECRETS.map((name) => config[name])).toEqual(AUTH_SECRETS.map(() => SECRET_MASK));
  });
});

const SMS_HOOK: AuthConfigChanges = {
  hook_send_sms_enabled: true,
  hook_send_sms_uri: 'https://example.com/hook',
  hook_send_sms_secrets: `v1,whsec_${'a'.repeat(32)}`,
};
const PASSKEYS = { passkey_enabled: true, webauthn_rp_id: 'example.com' };

describe('a change', () => {
  it('of null takes a setting back to its default', () => {
    const before = applyChanges(NONE, { jwt_exp: 60, smtp_pass: 'hunter2' });
    expect(before).toEqual({ stored: { jwt_exp: 60 }, secrets: { smtp_pass: 'hunter2' } });
    const after = applyChanges(before, { jwt_exp: null, smtp_pass: null });
    expect(configOf(after.stored, after.secrets)).toMatchObject({ jwt_exp: 3_600, smtp_pass: null });
  });

  it('that sends the mask back leaves the secret as it is', () => {
    const before = applyChanges(NONE, { smtp_pass: 'hunter2' });
    expect(applyChanges(before, { smtp_pass: SECRET_MASK, jwt_exp: 60 }).secrets).toEqual(before.secrets);
  });

  it.each([
    [{ site_url: 'javascript:alert(1)' }, 'site_url'],
    [{ smtp_host: 'mail.example.com' }, 'smtp_port'],
    [{ smtp_host: 'mail.example.com', smtp_port: '587' }, 'smtp_admin_email'],
    [{ smtp_host: 'mail example' }, 'smtp_host'],
    [{ external_github_enabled: true }, 'external_github_client_id'],
    [{ external_keycloak_enabled: true, external_keycloak_client_id: 'x' }, 'external_keycloak_url'],
    [{ external_azure_url: 'file:///etc/passwd' }, 'external_azure_url'],
    [{ external_twitter_enabled: true, external_twitter_client_id: 'x' }, 'external_twitter_enabled'],
    [{ hook_send_sms_enabled: true }, 'hook_send_sms_uri'],
    [{ ...SMS_HOOK, hook_send_sms_secrets: null }, 'hook_send_sms_secrets'],
    ...[
      'http://example.com/hook',
      'https://user:pass@example.com/hook',
      'ftp://example.com',
      'pg-functions://postgres/public',
      'pg-functions://postgres/public/a/b',
      'pg-functions://postgres/public/a";drop',
      'no uri',
    ].map((hook_send_sms_uri) => [{ hook_send_sms_uri }, 'hook_send_sms_uri']),
    ...['consent', '.evil.test/x', '/a#b', '/a b'].map((oauth_server_authorization_path) => [
      { oauth_server_authorization_path },
      'oauth_server_authorization_path',
    ]),
    [{ security_captcha_enabled: true }, 'security_captcha_secret'],
    [{ sms_provider: 'twilio_verify' }, 'sms_twilio_verify_account_sid'],
    [
      { ...VERIFY, sms_twilio_verify_message_service_sid: 'MG/../x' },
      'sms_twilio_verify_message_service_sid',
    ],
    [{ ...VERIFY, sms_twilio_verify_auth_token: null }, 'sms_twilio_verify_auth_token'],
    [{ sms_provider: 'vonage', sms_vonage_api_key: 'x' }, 'sms_vonage_api_secret'],
    [{ sms_provider: 'messagebird' }, 'sms_messagebird_access_key'],
    [{ sms_provider: 'textlocal', sms_textlocal_api_key: 'x' }, 'sms_textlocal_sender'],
    [{ sms_provider: 'twilio' }, 'sms_twilio_account_sid'],
    [{ sms_provider: 'twilio', sms_twilio_account_sid: '../../x' }, 'sms_twilio_account_sid'],
    [TWILIO, 'sms_twilio_message_service_sid'],
    [{ passkey_enabled: true }, 'webauthn_rp_id'],
    [{ mfa_web_authn_verify_enabled: true, webauthn_rp_id: 'example.com' }, 'webauthn_rp_origins'],
    [{ webauthn_rp_id: 'https://example.com' }, 'webauthn_rp_id'],
    [{ webauthn_rp_id: '10.0.0.1' }, 'webauthn_rp_id'],
    ...[
      'https://evil.test',
      'https://notexample.com',
      'http://example.com',
      'https://example.com/',
      'https://app.example.com,*',
    ].map((webauthn_rp_origins) => [{ ...PASSKEYS, webauthn_rp_origins }, 'webauthn_rp_origins']),
  ] as [AuthConfigChanges, string][])('%j is refused and names %s', (changes, field) => {
    expect(problemOf(changes)?.field).toBe(field);
  });

  it.each([
    { site_url: 'myapp://open' },
    { smtp_host: 'mail.example.com', smtp_port: '587', smtp_admin_email: 'me@example.com' },
    { external_github_enabled: true, external_github_client_id: 'x', external_github_secret: 'y' },
    { security_captcha_enabled: true, security_captcha_secret: 'x', security_captcha_provider: 'turnstile' },
    { ...TWILIO, sms_twilio_message_service_sid: '+4930123' },
    VERIFY,
    { sms_provider: 'textlocal', sms_textlocal_api_key: 'x', sms_textlocal_sender: 'Quarry' },
    { ...PASSKEYS, webauthn_rp_origins: 'https://example.com, https://app.example.com:8443' },
    { ...PASSKEYS, webauthn_rp_id: 'localhost', webauthn_rp_origins: 'http://localhost:3000' },
    { ...PASSKEYS, webauthn_rp_origins: 'android:apk-key-hash:abc_-123' },
    { oauth_server_enabled: true, oauth_server_authorization_path: '/oauth/consent?theme=dark' },
    { external_discord_enabled: true, external_discord_client_id: 'x', external_discord_secret: 'y' },
    SMS_HOOK,
    { ...SMS_HOOK, hook_send_sms_uri: 'http://localhost:8001/abc/functions/v1/sms' },
    {
      hook_custom_access_token_enabled: true,
      hook_custom_access_token_uri: 'pg-functions://postgres/public/claims',
    },
    { saml_enabled: true, passkey_enabled: false, external_discord_enabled: false },
  ] as AuthConfigChanges[])('%j is accepted', (changes) => {
    expect(problemOf(changes)).toBeNull();
  });

  it('says what is not there yet in a sentence', () => {
    expect(problemOf({ security_sb_forwarded_for_enabled: true })?.text).toBe(
      'forwarded client addresses are not part of this version yet, so it cannot be switched on',
    );
  });
});

describe('the contract', () => {
  it.each([
    [{ jwt_exp: 604_801 }],
    [{ jwt_exp: 1.5 }],
    [{ password_min_length: 5 }],
    [{ password_required_characters: 'abc' }],
    [{ smtp_port: 587 }],
    [{ smtp_port: '70000' }],
    [{ site_url: 'https://a.example,https://b.example' }],
    [{ site_url: 'not an address' }],
    [{ sms_test_otp: 'abc=123' }],
    [{ mailer_subjects_invite: 'two\nlines' }],
    [{ smtp_admin_email: 'nobody' }],
    [{ unheard_of: true }],
    [{ hook_send_sms_secrets: 'hunter2' }],
    [{ hook_send_sms_secrets: `v1a,whsk_${'a'.repeat(32)}` }],
    [{ hook_send_sms_secrets: 'v1,whsec_short' }],
  ])('refuses %j', (changes) => {
    expect(accepted.safeParse({ ref: 'abcdefghijklmnopqrst', ...changes }).success).toBe(false);
  });
});
