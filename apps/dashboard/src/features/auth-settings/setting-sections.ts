import { type AuthConfig, PASSWORD_CHARACTER_RULES } from '@basalt/contract';
import type { Setting } from './setting.ts';

export interface SettingSection {
  title: string;
  description?: string;
  settings: readonly Setting[];
}

const [LETTERS_AND_DIGITS, CASES_AND_DIGITS, EVERYTHING, ANY] = PASSWORD_CHARACTER_RULES;

const sendsBy = (provider: AuthConfig['sms_provider']) => (values: AuthConfig) =>
  values.external_phone_enabled === true && values.sms_provider === provider;

/** Twilio Verify makes codes and texts itself. */
const makesCodes = (values: AuthConfig) =>
  values.external_phone_enabled === true && values.sms_provider !== 'twilio_verify';

/** The general settings, in groups that are saved one by one. */
export const SETTING_SECTIONS: readonly SettingSection[] = [
  {
    title: 'Addresses',
    description:
      'Where users come back to from mails and providers. Tokens travel there, so list only your own.',
    settings: [
      {
        kind: 'text',
        name: 'site_url',
        label: 'Site URL',
        description: 'Used when an application names no address, or one that is not allowed.',
        placeholder: 'https://app.example.com',
      },
      {
        kind: 'list',
        name: 'uri_allow_list',
        label: 'Allowed redirect addresses',
        description: 'One per line. * stands for a part between separators, ** for anything.',
        placeholder: 'https://app.example.com/**',
      },
    ],
  },
  {
    title: 'Sign-up and e-mail',
    settings: [
      {
        kind: 'switch',
        name: 'disable_signup',
        inverted: true,
        label: 'Allow new users to sign up',
        description: 'Off: only users that you create or invite can sign in.',
      },
      {
        kind: 'switch',
        name: 'external_email_enabled',
        label: 'Sign in with e-mail',
        description: 'By password, code or link.',
      },
      {
        kind: 'switch',
        name: 'mailer_autoconfirm',
        inverted: true,
        label: 'Confirm e-mail addresses',
        description: 'Users open a link before they can sign in for the first time.',
        when: (values) => values.external_email_enabled === true,
      },
      {
        kind: 'switch',
        name: 'mailer_secure_email_change_enabled',
        label: 'Confirm a change of address twice',
        description: 'At the old address and at the new one.',
        when: (values) => values.external_email_enabled === true,
      },
      {
        kind: 'switch',
        name: 'external_anonymous_users_enabled',
        label: 'Anonymous sign-ins',
        description: 'Makes users without an address, who count as authenticated in your policies.',
      },
      {
        kind: 'switch',
        name: 'security_manual_linking_enabled',
        label: 'Let users link identities',
        description: 'Signed-in users can add a further provider to their account.',
      },
      {
        kind: 'number',
        name: 'mailer_otp_exp',
        label: 'Codes and links expire after',
        unit: 'seconds',
        when: (values) => values.external_email_enabled === true,
      },
      {
        kind: 'number',
        name: 'mailer_otp_length',
        label: 'Length of codes',
        unit: 'digits',
        when: (values) => values.external_email_enabled === true,
      },
    ],
  },
  {
    title: 'Phone',
    description: 'Without a provider, text messages go to the development mailbox and to nobody’s phone.',
    settings: [
      { kind: 'switch', name: 'external_phone_enabled', label: 'Sign in with a phone number' },
      {
        kind: 'choice',
        name: 'sms_provider',
        label: 'Provider',
        nullable: true,
        options: [
          { value: '', label: 'Development mailbox' },
          { value: 'twilio', label: 'Twilio' },
          { value: 'twilio_verify', label: 'Twilio Verify' },
          { value: 'messagebird', label: 'MessageBird' },
          { value: 'textlocal', label: 'Textlocal' },
          { value: 'vonage', label: 'Vonage' },
        ],
        when: (values) => values.external_phone_enabled === true,
      },
      {
        kind: 'text',
        name: 'sms_twilio_account_sid',
        label: 'Account SID',
        placeholder: 'AC…',
        when: sendsBy('twilio'),
      },
      { kind: 'secret', name: 'sms_twilio_auth_token', label: 'Auth token', when: sendsBy('twilio') },
      {
        kind: 'text',
        name: 'sms_twilio_message_service_sid',
        label: 'Sender',
        description: 'The SID of a messaging service, or a number or name to send from.',
        placeholder: 'MG…',
        when: sendsBy('twilio'),
      },
      {
        kind: 'text',
        name: 'sms_twilio_verify_account_sid',
        label: 'Account SID',
        placeholder: 'AC…',
        when: sendsBy('twilio_verify'),
      },
      {
        kind: 'secret',
        name: 'sms_twilio_verify_auth_token',
        label: 'Auth token',
        when: sendsBy('twilio_verify'),
      },
      {
        kind: 'text',
        name: 'sms_twilio_verify_message_service_sid',
        label: 'Service SID',
        description: 'Twilio makes, words and checks the codes of this Verify service.',
        placeholder: 'VA…',
        when: sendsBy('twilio_verify'),
      },
      {
        kind: 'secret',
        name: 'sms_messagebird_access_key',
        label: 'Access key',
        when: sendsBy('messagebird'),
      },
      {
        kind: 'text',
        name: 'sms_messagebird_originator',
        label: 'Sender',
        description: 'A number or name to send from.',
        when: sendsBy('messagebird'),
      },
      { kind: 'secret', name: 'sms_textlocal_api_key', label: 'API key', when: sendsBy('textlocal') },
      {
        kind: 'text',
        name: 'sms_textlocal_sender',
        label: 'Sender',
        description: 'A number or name to send from.',
        when: sendsBy('textlocal'),
      },
      { kind: 'text', name: 'sms_vonage_api_key', label: 'API key', when: sendsBy('vonage') },
      { kind: 'secret', name: 'sms_vonage_api_secret', label: 'API secret', when: sendsBy('vonage') },
      {
        kind: 'text',
        name: 'sms_vonage_from',
        label: 'Sender',
        description: 'A number or name to send from.',
        when: sendsBy('vonage'),
      },
      {
        kind: 'switch',
        name: 'sms_autoconfirm',
        inverted: true,
        label: 'Confirm phone numbers',
        description: 'Users enter a code before they can sign in for the first time.',
        when: (values) => values.external_phone_enabled === true,
      },
      {
        kind: 'number',
        name: 'sms_otp_exp',
        label: 'Codes expire after',
        unit: 'seconds',
        when: (values) => values.external_phone_enabled === true,
      },
      {
        kind: 'number',
        name: 'sms_otp_length',
        label: 'Length of codes',
        unit: 'digits',
        when: makesCodes,
      },
      {
        kind: 'number',
        name: 'sms_max_frequency',
        label: 'Time between two messages to one user',
        unit: 'seconds',
        when: (values) => values.external_phone_enabled === true,
      },
      {
        kind: 'text',
        name: 'sms_template',
        label: 'Text of a message',
        description: '{{ .Code }} stands for the code.',
        when: makesCodes,
      },
      {
        kind: 'list',
        name: 'sms_test_otp',
        label: 'Test numbers',
        description:
          'A number and the code that is accepted for it, one pair per line. No message is sent to them.',
        placeholder: '4915112345678=123456',
        when: (values) => values.external_phone_enabled === true,
      },
    ],
  },
  {
    title: 'Passwords',
    settings: [
      { kind: 'number', name: 'password_min_length', label: 'Shortest password', unit: 'characters' },
      {
        kind: 'choice',
        name: 'password_required_characters',
        label: 'Characters that must be in it',
        options: [
          { value: ANY, label: 'No rule' },
          { value: LETTERS_AND_DIGITS, label: 'Letters and digits' },
          { value: CASES_AND_DIGITS, label: 'Lower and upper case, digits' },
          { value: EVERYTHING, label: 'Lower and upper case, digits, symbols' },
        ],
      },
      {
        kind: 'switch',
        name: 'password_hibp_enabled',
        label: 'Refuse leaked passwords',
        description:
          'Asks api.pwnedpasswords.com with five characters of a hash. If it does not answer, the password is accepted.',
      },
      {
        kind: 'switch',
        name: 'security_update_password_require_reauthentication',
        label: 'Ask again before a change',
        description:
          'Users whose session is older than a day enter a code from a mail to set another password.',
      },
    ],
  },
  {
    title: 'Captcha',
    description:
      'Keeps programs from signing up and guessing passwords. Your application shows the captcha and sends the token that it returns.',
    settings: [
      {
        kind: 'switch',
        name: 'security_captcha_enabled',
        label: 'Ask for a captcha',
        description: 'At sign-up, sign-in and whenever a mail or message is asked for. Others are refused.',
      },
      {
        kind: 'choice',
        name: 'security_captcha_provider',
        label: 'Service',
        options: [
          { value: 'hcaptcha', label: 'hCaptcha' },
          { value: 'turnstile', label: 'Cloudflare Turnstile' },
        ],
        when: (values) => values.security_captcha_enabled === true,
      },
      {
        kind: 'secret',
        name: 'security_captcha_secret',
        label: 'Secret key',
        when: (values) => values.security_captcha_enabled === true,
      },
    ],
  },
  {
    title: 'Sessions',
    settings: [
      {
        kind: 'number',
        name: 'jwt_exp',
        label: 'Access tokens expire after',
        unit: 'seconds',
        description:
          'Applications get new ones by themselves. A user who is banned or deleted keeps theirs until then.',
      },
      {
        kind: 'switch',
        name: 'refresh_token_rotation_enabled',
        label: 'Detect stolen refresh tokens',
        description: 'A refresh token works once. One that is used again ends its session.',
      },
      {
        kind: 'number',
        name: 'security_refresh_token_reuse_interval',
        label: 'Time in which a token may be used again',
        unit: 'seconds',
        description: 'For applications with several tabs and bad connections.',
        when: (values) => values.refresh_token_rotation_enabled === true,
      },
      {
        kind: 'number',
        name: 'sessions_timebox',
        label: 'Sessions end after',
        unit: 'seconds',
        description: '0: never.',
        most: 2_147_483_647,
      },
      {
        kind: 'number',
        name: 'sessions_inactivity_timeout',
        label: 'Sessions end without use after',
        unit: 'seconds',
        description: '0: never.',
        most: 2_147_483_647,
      },
      {
        kind: 'switch',
        name: 'sessions_single_per_user',
        label: 'One session per user',
        description: 'Signing in ends the sessions on other devices.',
      },
    ],
  },
  {
    title: 'Passkeys and security keys',
    description:
      'Browsers make them for one domain, and only pages on it can use them. Changing the domain makes all of them useless.',
    settings: [
      {
        kind: 'switch',
        name: 'passkey_enabled',
        label: 'Sign in with passkeys',
        description: 'Users make one after they have signed in, and then need no password.',
      },
      {
        kind: 'text',
        name: 'webauthn_rp_id',
        label: 'Domain',
        description:
          'The domain of the application, or one above it. Required for passkeys and security keys.',
        placeholder: 'example.com',
      },
      {
        kind: 'text',
        name: 'webauthn_rp_display_name',
        label: 'Name of the application',
        description: 'Shown by browsers. Empty: the domain.',
        placeholder: 'My application',
      },
      {
        kind: 'list',
        name: 'webauthn_rp_origins',
        label: 'Origins',
        description:
          'One per line: where pages of the application are. https:// and on the domain, or http:// on localhost.',
        placeholder: 'https://app.example.com',
      },
    ],
  },
  {
    title: 'Wallets',
    description:
      'Users sign in with the account of a wallet, and have no e-mail address. Making wallets costs nothing: a captcha and a low rate limit keep programs away.',
    settings: [
      { kind: 'switch', name: 'external_web3_ethereum_enabled', label: 'Sign in with Ethereum' },
      { kind: 'switch', name: 'external_web3_solana_enabled', label: 'Sign in with Solana' },
    ],
  },
  {
    title: 'Second factors',
    settings: [
      { kind: 'switch', name: 'mfa_totp_enroll_enabled', label: 'Let users add authenticator apps' },
      { kind: 'switch', name: 'mfa_totp_verify_enabled', label: 'Accept codes of authenticator apps' },
      { kind: 'switch', name: 'mfa_phone_enroll_enabled', label: 'Let users add phone numbers as factors' },
      { kind: 'switch', name: 'mfa_phone_verify_enabled', label: 'Accept codes sent to phones' },
      {
        kind: 'switch',
        name: 'mfa_web_authn_enroll_enabled',
        label: 'Let users add security keys',
        description: 'With the domain and the origins under passkeys and security keys.',
      },
      { kind: 'switch', name: 'mfa_web_authn_verify_enabled', label: 'Accept security keys' },
      { kind: 'number', name: 'mfa_max_enrolled_factors', label: 'Factors per user', unit: 'at most' },
    ],
  },
];
