import type { NotificationMailKind, ProjectSnapshot, TokenMailKind } from '@basalt/project';
import type { Executor } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { TemplateValues } from './template/fill-template.ts';
import type { VerifyLinkType } from './verify-link.ts';

/** A mail that lets its reader prove an address. */
export interface TokenMail {
  kind: TokenMailKind;
  user: UserRow;
  to: string;
  /** The digits to type in. */
  otp: string;
  /** What the link carries and what it does; null for mails without a link (reauthentication). */
  link: { tokenHash: string; type: VerifyLinkType } | null;
  /** Where the link leads at last, already checked. Empty without a link. */
  redirectTo: string;
}

/** What changed, for the mails that tell of it. */
export type NotificationDetails = Pick<TemplateValues, 'OldEmail' | 'OldPhone' | 'Provider' | 'FactorType'>;

/** A mail that tells of a change of an account. */
export interface NotificationMail {
  kind: NotificationMailKind;
  user: UserRow;
  to: string;
  details: NotificationDetails;
}

export type MailMessage = TokenMail | NotificationMail;

/**
 * Sends at once over the project's SMTP server, or puts into its development mailbox through `db`, which may be a
 * transaction. Throws `unexpected_failure` when the server fails, `email_address_invalid`. Callers go through
 * `deliverMail` and `notify`.
 */
export type SendMail = (project: ProjectSnapshot, db: Executor, message: MailMessage) => Promise<void>;
