import { createAccount, retryWhenTaken } from '../../accounts/create-account.ts';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { verifyLink } from '../../mail/verify-link.ts';
import { type IssuedToken, issueToken, type NewToken } from '../../one-time-tokens/issue-token.ts';
import { type AuditAction, audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserByEmail, updateUser } from '../../store/users.ts';
import type { JsonObject } from '../../wire/read-body.ts';
import { givenPasswordHash } from '../users/user-changes.ts';
import { invitedUser, unprovenAccount } from './invite-user.ts';
import type { LinkRequest, LinkType } from './routes.ts';

export interface GeneratedLink {
  user: UserRow;
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: LinkType;
  redirect_to: string;
}

/**
 * The link and the code that a mail would hold, without a mail. A magic link for nobody becomes a sign-up.
 * @throws {AuthError} user_not_found, email_exists, validation_failed, weak_password
 */
export async function generateLink(context: AuthContext, request: LinkRequest): Promise<GeneratedLink> {
  const passwordHash = request.type === 'signup' ? await requiredPassword(context, request) : '';
  return retryWhenTaken(() =>
    context.db.transaction(async (tx) => {
      const type = await effectiveType(tx, request);
      const user = await linkedUser(context, tx, { ...request, type }, passwordHash);
      const issued = await issueToken(context, tx, user.id, tokenFor(type, user, request));
      await audit(context, tx, AUDITED[type], null, { user_id: user.id, user_email: request.email });
      return describe(context, type, request.redirectTo, issued);
    }),
  );
}

const AUDITED = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkType, AuditAction>;

async function requiredPassword(context: AuthContext, { password }: LinkRequest): Promise<string> {
  const hash = await givenPasswordHash(context, { password, passwordHash: null });
  if (hash === null) throw new AuthError('validation_failed', 'Signup requires a valid password');
  return hash;
}

async function effectiveType(tx: Transaction, { type, email }: LinkRequest): Promise<LinkType> {
  if (type !== 'magiclink') return type;
  return (await findUserByEmail(tx, email)) ? type : 'signup';
}

async function linkedUser(
  context: AuthContext,
  tx: Transaction,
  request: LinkRequest,
  passwordHash: string,
): Promise<UserRow> {
  const { type, email, newEmail, data } = request;
  if (type === 'invite') return invitedUser(context, tx, { email, data });
  if (type === 'signup') return signingUpUser(context, tx, { email, data, passwordHash });
  const user = await findUserByEmail(tx, email, { lock: true });
  if (!user) throw new AuthError('user_not_found', 'User with this email not found');
  if (newEmail !== null && (await findUserByEmail(tx, newEmail))) throw new AuthError('email_exists');
  return user;
}

function tokenFor(type: LinkType, user: UserRow, { email, newEmail }: LinkRequest): NewToken {
  if (newEmail === null) {
    const token = type === 'signup' || type === 'invite' ? 'confirmation_token' : 'recovery_token';
    return { type: token, address: email };
  }
  // The link for the other address stays good when it is for the same change.
  const other = type === 'email_change_new' ? 'email_change_token_current' : 'email_change_token_new';
  const isSame = user.email_change === newEmail;
  return {
    type: type === 'email_change_new' ? 'email_change_token_new' : 'email_change_token_current',
    address: type === 'email_change_new' ? newEmail : email,
    changes: { email_change: newEmail, ...(isSame ? {} : { email_change_confirm_status: 0, [other]: '' }) },
  };
}

function describe(
  { project }: AuthContext,
  type: LinkType,
  redirectTo: string,
  { user, otp, tokenHash }: IssuedToken,
): GeneratedLink {
  const linkType = type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type;
  return {
    user,
    action_link: verifyLink({ linkUrl: project.linkUrl, tokenHash, type: linkType, redirectTo }),
    email_otp: otp,
    hashed_token: tokenHash,
    verification_type: type,
    redirect_to: redirectTo,
  };
}

interface SigningUp {
  email: string;
  data: JsonObject;
  /** '' for somebody who will sign in without a password. */
  passwordHash: string;
}

/**
 * The account that a sign-up link is for. One that waits for its confirmation gets the new password and data: who made it
 * before has proven nothing. Throws `email_exists`.
 */
async function signingUpUser(
  context: AuthContext,
  tx: Transaction,
  { email, data, passwordHash }: SigningUp,
): Promise<UserRow> {
  const known = await findUserByEmail(tx, email, { lock: true });
  if (!known) return createAccount(context, tx, unprovenAccount(email, passwordHash, data));
  if (known.email_confirmed_at) throw new AuthError('email_exists');
  return updateUser(tx, context.now, known.id, {
    raw_user_meta_data: { ...known.raw_user_meta_data, ...data },
    encrypted_password: passwordHash,
  });
}
