import type { AuthConfig } from '@basalt/contract';
import type { Setting } from './setting.ts';
import type { SettingSection } from './setting-sections.ts';

// What the pages beside the general settings ask for.

/** The server that mail to users goes out through. */
export const SMTP_SECTION = {
  title: 'Mail server',
  settings: [
    { kind: 'text', name: 'smtp_host', label: 'Host', placeholder: 'smtp.example.com' },
    {
      kind: 'text',
      name: 'smtp_port',
      label: 'Port',
      description: 'Usually 587, or 465 for TLS from the start.',
      placeholder: '587',
    },
    { kind: 'text', name: 'smtp_user', label: 'User name' },
    { kind: 'secret', name: 'smtp_pass', label: 'Password' },
    {
      kind: 'text',
      name: 'smtp_admin_email',
      label: 'Sender address',
      description: 'Mail comes from this address. Your server must be allowed to send for it.',
      placeholder: 'no-reply@example.com',
    },
    { kind: 'text', name: 'smtp_sender_name', label: 'Sender name', placeholder: 'Example' },
    {
      kind: 'number',
      name: 'smtp_max_frequency',
      label: 'Time between two mails to one user',
      unit: 'seconds',
    },
  ],
} satisfies SettingSection;

/** How often something may happen in a project, whoever asks. */
const PROJECT_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'rate_limit_email_sent', label: 'E-mails', unit: 'per hour' },
  { kind: 'number', name: 'rate_limit_sms_sent', label: 'Text messages', unit: 'per hour' },
];

/** How often one client address may do something. */
const CLIENT_LIMITS: readonly Setting[] = [
  {
    kind: 'number',
    name: 'rate_limit_otp',
    label: 'Sign-ups and requests for codes and links',
    unit: 'in 5 minutes',
  },
  {
    kind: 'number',
    name: 'rate_limit_verify',
    label: 'Attempts to use a code or link',
    unit: 'in 5 minutes',
  },
  {
    kind: 'number',
    name: 'rate_limit_token_refresh',
    label: 'Sign-ins and refreshes of a session',
    unit: 'in 5 minutes',
  },
  { kind: 'number', name: 'rate_limit_web3', label: 'Sign-ins with a wallet', unit: 'in 5 minutes' },
  {
    kind: 'number',
    name: 'rate_limit_anonymous_users',
    label: 'Anonymous sign-ins',
    unit: 'per hour',
  },
];

/** How often one user may get a message. */
const USER_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'smtp_max_frequency', label: 'Between two e-mails', unit: 'seconds' },
  { kind: 'number', name: 'sms_max_frequency', label: 'Between two text messages', unit: 'seconds' },
];

export const LIMIT_SECTIONS: readonly SettingSection[] = [
  {
    title: 'Whole project',
    description: 'For everybody together. Protects the reputation of your mail server.',
    settings: PROJECT_LIMITS,
  },
  {
    title: 'One client address',
    description: 'Protects users from guessing and your project from floods.',
    settings: CLIENT_LIMITS,
  },
  { title: 'One user', description: 'Keeps others from filling a mailbox.', settings: USER_LIMITS },
];

const isServer = (values: AuthConfig) => values.oauth_server_enabled === true;
const isSaml = (values: AuthConfig) => values.saml_enabled === true;

/** The project as a server that others let their users sign in with. */
export const OAUTH_SERVER_SECTION = {
  title: 'Server',
  settings: [
    {
      kind: 'switch',
      name: 'oauth_server_enabled',
      label: 'Let users sign in to other applications',
      description: 'With their account of this project, by OAuth 2.1 and OpenID Connect.',
    },
    {
      kind: 'text',
      name: 'oauth_server_authorization_path',
      label: 'Consent page',
      description: 'The page of your site where users decide. It gets authorization_id in its address.',
      placeholder: '/oauth/consent',
      when: isServer,
    },
    {
      kind: 'switch',
      name: 'oauth_server_allow_dynamic_registration',
      label: 'Applications register themselves',
      description:
        'As programs that speak MCP do. Anybody can then make one, and users see what it calls itself.',
      when: isServer,
    },
  ],
} satisfies SettingSection;

/** Signing in with the identity provider of an organization. */
export const SAML_SECTION = {
  title: 'SAML 2.0',
  settings: [
    {
      kind: 'switch',
      name: 'saml_enabled',
      label: 'Let people sign in by their organization',
      description: 'With its identity provider, by SAML 2.0.',
    },
    {
      kind: 'text',
      name: 'saml_external_url',
      label: 'Address for identity providers',
      description:
        'Only where they know the auth service by another address than its own, such as a domain of yours.',
      placeholder: 'https://id.example.com/auth/v1',
      when: isSaml,
    },
  ],
} satisfies SettingSection;
