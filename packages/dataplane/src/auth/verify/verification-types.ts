import type { AuthMethod } from '../sessions/auth-method.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';

/** What `type` of `/verify` may be for codes and links sent by mail, and the tokens it may stand for. */
export const MAIL_TYPES = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>;

/** The same for codes sent by text message. */
export const PHONE_TYPES = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>;

export type MailType = keyof typeof MAIL_TYPES;
export type PhoneType = keyof typeof PHONE_TYPES;
export type VerificationType = MailType | PhoneType;

export function isMailType(type: string): type is MailType {
  return Object.hasOwn(MAIL_TYPES, type);
}

export function isPhoneType(type: string): type is PhoneType {
  return Object.hasOwn(PHONE_TYPES, type);
}

/** How a flow of a link began, for links that end with a code. */
export const LINK_METHODS: Readonly<Record<Exclude<MailType, 'email'>, AuthMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};
