import type { InvitationOffer } from '@basalt/contract';
import { hashPassword } from '../accounts/password-hash.ts';
import { beginAttempt, forgiveAttempt } from '../accounts/sign-in-throttle.ts';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { hashToken } from '../kernel/tokens.ts';

/**
 * What the token of a link offers.
 * @param actor who is signed in, null when nobody is
 * @throws PlatformError `not_found` for a link that was used, taken back or replaced; `conflict` for one that is too old;
 *   `rate_limited`
 */
export async function lookAtInvitation(
  db: Database,
  actor: Actor | null,
  token: string,
  ip: string,
): Promise<InvitationOffer> {
  const offer = await guarded(db, ip, () => findOffer(db, token));
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', offer.email)
    .executeTakeFirst();
  return {
    organization_name: offer.organization_name,
    email: offer.email,
    role: offer.role,
    invited_by: offer.inviter,
    has_account: account !== undefined,
    signed_in_as: actor?.email ?? null,
  };
}

/**
 * Makes whoever is signed in a member. The invitation is used up together with that, or not at all.
 * @returns the organization's slug
 * @throws PlatformError as {@link lookAtInvitation}; `forbidden` when it was made for another address
 */
export async function acceptInvitation(
  db: Database,
  actor: Actor,
  token: string,
  ip: string,
): Promise<string> {
  const offer = await guarded(db, ip, () => findOffer(db, token));
  assertFor(offer.email, actor);
  return await db
    .transaction()
    .execute((transaction) => join(transaction, token, { id: actor.accountId, email: actor.email }));
}

/**
 * Makes an account with the invited address and this password, and makes it a member.
 * @throws PlatformError as {@link lookAtInvitation}; `conflict` when there is an account with this address
 */
export async function signUpByInvitation(
  db: Database,
  token: string,
  password: string,
  ip: string,
): Promise<{ slug: string; account: AccountRow }> {
  const { email } = await guarded(db, ip, () => findOffer(db, token));
  const password_hash = await hashPassword(password);
  return await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('accounts')
      .values({ email, password_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (account === undefined)
      throw new PlatformError(
        'conflict',
        `There is an account with the address ${email}. Sign in to accept.`,
      );
    return { account, slug: await join(transaction, token, account) };
  });
}

/** Guesses at tokens are counted by the address they come from, and keep nobody else from their link. */
async function guarded<Answer>(db: Database, ip: string, find: () => Promise<Answer>): Promise<Answer> {
  const subject = `invitation from ${ip}`;
  const attempt = await beginAttempt(db, subject, ip);
  try {
    const answer = await find();
    await forgiveAttempt(db, attempt, subject, ip);
    return answer;
  } catch (error) {
    // An invitation that is too old was no guess.
    if (error instanceof PlatformError && error.code === 'conflict')
      await forgiveAttempt(db, attempt, subject, ip);
    throw error;
  }
}

async function findOffer(db: Database, token: string) {
  const offer = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .select([
      'organizations.name as organization_name',
      'accounts.email as inviter',
      'invitations.email',
      'invitations.role',
      'invitations.expires_at',
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (offer === undefined) throw unusableLink();
  if (offer.expires_at.getTime() <= Date.now())
    throw new PlatformError(
      'conflict',
      `This invitation to ${offer.organization_name} has expired. Ask ${offer.inviter ?? 'whoever invited you'} to send it again.`,
    );
  return offer;
}

/** Takes the invitation and makes the account a member; somebody who is one already keeps their role. */
async function join(
  transaction: Transaction,
  token: string,
  account: { id: string; email: string },
): Promise<string> {
  const taken = await transaction
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .returning(['organization_id', 'role'])
    .executeTakeFirst();
  if (taken === undefined) throw unusableLink();
  await transaction
    .insertInto('organization_members')
    .values({ organization_id: taken.organization_id, account_id: account.id, role: taken.role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { slug } = await transaction
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', taken.organization_id)
    .executeTakeFirstOrThrow();
  await recordChange(transaction, {
    organizationId: taken.organization_id,
    after: { email: account.email, role: taken.role },
    by: { id: account.id, email: account.email },
  });
  return slug;
}

function assertFor(email: string, actor: Actor): void {
  if (email !== actor.email)
    throw new PlatformError(
      'forbidden',
      `This invitation is for ${email}, and you are signed in as ${actor.email}. Sign out, and open the link again.`,
    );
}

function unusableLink(): PlatformError {
  return new PlatformError(
    'not_found',
    'This invitation has been accepted, was taken back, or was replaced by a newer one.',
  );
}
