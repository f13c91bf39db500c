import type { FactorProof } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { hashToken, newSessionToken } from '../kernel/tokens.ts';
import { proveOwnPassword } from './own-password.ts';
import type { PasskeyScope } from './passkey-ceremony.ts';
import { hashPassword } from './password-hash.ts';
import { assertSecondFactor } from './prove-factor.ts';
import { dropSecondFactor } from './second-factor.ts';
import { endOtherSessions } from './sessions.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const RESET_LIFETIME_MS = 3_600_000;

export interface PasswordChange {
  current: string;
  next: string;
}

/**
 * Changes the password of somebody who knows the present one, and ends their other sessions.
 * @param session the token of the session that stays, null when there is none
 * @throws PlatformError `forbidden` for a wrong present password, also when somebody else has just changed it; `rate_limited`,
 *   counted together with sign-ins
 */
export async function changePassword(
  db: Database,
  { accountId, email }: { accountId: string; email: string },
  { current, next }: PasswordChange,
  { session, ip }: { session: string | null; ip: string },
): Promise<void> {
  const present = await proveOwnPassword(db, { accountId, email, ip }, current, wrongPassword());
  const password_hash = await hashPassword(next);
  await db.transaction().execute(async (transaction) => {
    // First: sign-ins take the lock of this row, so that none with the former password begins a session after the end of all.
    const changed = await transaction
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', accountId)
      .where('password_hash', '=', present)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw wrongPassword();
    // A link that was made for the former password would take this one back.
    await transaction.deleteFrom('password_resets').where('account_id', '=', accountId).execute();
    await endOtherSessions(transaction, accountId, session);
    await recordChange(transaction, {});
  });
}

function wrongPassword(): PlatformError {
  return new PlatformError('forbidden', 'This is not your current password.', { field: 'current_password' });
}

/**
 * A token with which the password of an account can be set once, within an hour. Earlier ones stop working. It reaches the
 * operator of the installation and the account's own mailbox, and nobody else.
 * @param byOperator whoever uses it needs no second factor, which is switched off then
 * @param replaces an earlier token that was made after this moment stays, and no other is made
 * @returns null when there is no such account, or an earlier token stays
 */
export async function issuePasswordReset(
  db: Database,
  email: string,
  { replaces, byOperator = false }: { replaces?: Date; byOperator?: boolean } = {},
): Promise<string | null> {
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (account === undefined) return null;
  const token = newSessionToken();
  const row = {
    token_hash: hashToken(token),
    created_at: new Date(),
    expires_at: new Date(Date.now() + RESET_LIFETIME_MS),
    by_operator: byOperator,
  };
  // One statement, so that of two who ask at once the second finds the link of the first.
  const issued = await db
    .insertInto('password_resets')
    .values({ account_id: account.id, ...row })
    .onConflict((conflict) => {
      const update = conflict.column('account_id').doUpdateSet(row);
      return replaces === undefined ? update : update.where('password_resets.created_at', '<=', replaces);
    })
    .returning('account_id')
    .executeTakeFirst();
  return issued === undefined ? null : token;
}

/** Where a token of {@link issuePasswordReset} is used. It stands behind the #, which no browser sends to a server and no log keeps. */
export function passwordResetLink(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/reset-password#token=${token}`;
}

/** {@link issuePasswordReset} from another process than the platform's, on a database that it has brought up to date. */
export async function makeResetToken(databaseUrl: string, email: string): Promise<string | null> {
  const { db } = openDatabase(databaseUrl, () => {});
  try {
    return await issuePasswordReset(db, email, { byOperator: true });
  } finally {
    await db.destroy();
  }
}

/**
 * Sets the password of the account that a token was made for, and ends all its sessions. The token is used up together with
 * that, or not at all. A mailbox is one factor: an account with a second one shows that too.
 * @throws PlatformError `forbidden`, in the same words for a token that is unknown, used or too old; `unauthorized` for a
 *   factor that is missing or wrong; `rate_limited`
 */
export async function resetPassword(
  scope: PasskeyScope,
  { token, password, ...proof }: FactorProof & { token: string; password: string },
  ip: string,
): Promise<AccountRow> {
  const { db } = scope;
  // Each address has a count of its own: who guesses elsewhere keeps nobody from using their link.
  const subject = `reset from ${ip}`;
  const attempt = await beginAttempt(db, subject, ip);
  const token_hash = hashToken(token);
  const isValid = await db
    .selectFrom('password_resets')
    .select('account_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (isValid === undefined) throw unusableLink();
  const password_hash = await hashPassword(password);
  const account = await db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', new Date())
      .returning(['account_id', 'by_operator'])
      .executeTakeFirst();
    // Somebody else was faster with the same link.
    if (taken === undefined) throw unusableLink();
    if (taken.by_operator) await dropSecondFactor(transaction, taken.account_id);
    else await assertSecondFactor(transaction, scope, taken.account_id, proof);
    // The account first, as when the password is changed.
    const changed = await transaction
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', taken.account_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await endOtherSessions(transaction, taken.account_id, null);
    await recordChange(transaction, { by: changed });
    return changed;
  });
  await forgiveAttempt(db, attempt, subject, ip);
  return account;
}

function unusableLink(): PlatformError {
  return new PlatformError(
    'forbidden',
    'This link has been used, is older than an hour, or was replaced by a newer one.',
  );
}
