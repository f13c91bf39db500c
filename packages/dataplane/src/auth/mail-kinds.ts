import type { AuthNotification, MailKind, NotificationMailKind, TokenMailKind } from '@basalt/project';

export const TOKEN_MAIL_KINDS = [
  'confirmation',
  'recovery',
  'magic_link',
  'invite',
  'email_change',
  'reauthentication',
] as const satisfies readonly TokenMailKind[];

export const AUTH_NOTIFICATIONS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
  'identity_linked',
  'identity_unlinked',
] as const satisfies readonly AuthNotification[];

export const MAIL_KINDS: readonly MailKind[] = [
  ...TOKEN_MAIL_KINDS,
  ...AUTH_NOTIFICATIONS.map((name): NotificationMailKind => `${name}_notification`),
];
