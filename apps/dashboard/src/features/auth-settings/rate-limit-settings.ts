import type { Setting } from './setting.ts';

/** How often something may happen in a project, whoever asks. */
export const PROJECT_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'rate_limit_email_sent', label: 'E-mails', unit: 'per hour' },
  { kind: 'number', name: 'rate_limit_sms_sent', label: 'Text messages', unit: 'per hour' },
];

/** How often one client address may do something. */
export const CLIENT_LIMITS: readonly Setting[] = [
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
  {
    kind: 'number',
    name: 'rate_limit_anonymous_users',
    label: 'Anonymous sign-ins',
    unit: 'per hour',
  },
];

/** How often one user may get a message. */
export const USER_LIMITS: readonly Setting[] = [
  { kind: 'number', name: 'smtp_max_frequency', label: 'Between two e-mails', unit: 'seconds' },
  { kind: 'number', name: 'sms_max_frequency', label: 'Between two text messages', unit: 'seconds' },
];
