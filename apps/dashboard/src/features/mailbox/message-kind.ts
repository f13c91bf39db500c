import type { MailboxEntry } from '@basalt/contract';

const LABELS: Record<string, string> = {
  confirmation: 'Sign-up confirmation',
  recovery: 'Password recovery',
  magic_link: 'Magic link',
  invite: 'Invitation',
  email_change: 'Change of e-mail address',
  reauthentication: 'Check before a change',
  otp: 'Sign-in code',
  test: 'Test mail',
  mfa: 'Second factor',
  phone_change: 'Change of phone number',
  password_changed_notification: 'Notification: password changed',
  email_changed_notification: 'Notification: e-mail address changed',
  phone_changed_notification: 'Notification: phone number changed',
  mfa_factor_enrolled_notification: 'Notification: second factor added',
  mfa_factor_unenrolled_notification: 'Notification: second factor removed',
  identity_linked_notification: 'Notification: identity linked',
  identity_unlinked_notification: 'Notification: identity unlinked',
};

/** What a message is for, in words. Kinds that come later stand for themselves. */
export function messageKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return LABELS[kind] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Whether a browser may open what a message links to. Links into apps are for copying. */
export function isWebLink(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** Whom a message is for. Phone numbers are kept without the plus sign that belongs to them. */
export function recipientLabel({ channel, recipient }: Pick<MailboxEntry, 'channel' | 'recipient'>): string {
  return channel === 'sms' ? `+${recipient}` : recipient;
}
