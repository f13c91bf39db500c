import type { ProjectSnapshot } from '../../project/project-snapshot.ts';
import type { MailKind } from '../auth-settings.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { VerifyLinkType } from './verify-link.ts';

/** A mail that lets its reader prove an address. */
export interface MailMessage {
  kind: MailKind;
  user: UserRow;
  to: string;
  /** The digits to type in. */
  otp: string;
  /** What the link carries and what it does; null for mails without a link (reauthentication). */
  link: { tokenHash: string; type: VerifyLinkType } | null;
  /** Where the link leads at last, already checked. Empty without a link. */
  redirectTo: string;
}

/**
 * Sends at once over the project's SMTP server, or puts into its development mailbox in the same transaction. Throws
 * `unexpected_failure` when the server fails, `email_address_invalid`. Callers go through `deliverMail`.
 */
export type SendMail = (project: ProjectSnapshot, tx: Transaction, message: MailMessage) => Promise<void>;
