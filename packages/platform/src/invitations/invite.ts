import {
  INVITATION_DAYS,
  type Invitation,
  MAX_INVITATIONS,
  type Role,
  type SentInvitation,
} from '@basalt/contract';
import { authorize } from '../access/permissions.ts';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { InvitationRow } from '../kernel/schema.ts';
import { hashToken, newSessionToken } from '../kernel/tokens.ts';
import { assertMayMember, mayMember } from '../members/policy.ts';
import { getMembership, lockMembership, type Membership } from '../organizations/store.ts';

const LIFETIME_MS = INVITATION_DAYS * 86_400_000;
/** Nobody fills the mailbox of another. */
const MAIL_EVERY_MS = 60_000;

type Inviting = Pick<Dependencies, 'db' | 'mailer' | 'settings' | 'log'>;

/** Those that were neither accepted nor taken back, the newest first. */
export async function listInvitations(db: Database, actor: Actor, slug: string): Promise<Invitation[]> {
  const { organization, role: own } = await getMembership(db, actor, slug);
  authorize('read', { name: 'members', role: own });
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('accounts', 'accounts.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select('accounts.email as inviter')
    .where('organization_id', '=', organization.id)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.email')
    .execute();
  return rows.map((row) => presentInvitation(row, row.inviter, own));
}

/**
 * Invites the owner of an e-mail address. With a mail server the link goes there and nowhere else; without one whoever invites
 * hands it over.
 * @param email as the contract leaves it: trimmed and in lower case
 * @throws PlatformError `forbidden`; `conflict` for members, somebody who is invited already, and too many invitations
 */
export async function invite(
  dependencies: Inviting,
  actor: Actor,
  slug: string,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const token = newSessionToken();
  const { membership, row } = await dependencies.db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayMember('create', membership.role, role);
    const organization_id = membership.organization.id;
    await assertInvitable(transaction, organization_id, email);
    const row = await transaction
      .insertInto('invitations')
      .values({
        organization_id,
        email,
        role,
        invited_by: actor.accountId,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + LIFETIME_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, { after: { id: row.id, email, role } });
    return { membership, row };
  });
  return await send(dependencies, actor, membership, row, token);
}

/** Makes a new link for an invitation, good for as long as the first was. The former link stops working. */
export async function resendInvitation(
  dependencies: Inviting,
  actor: Actor,
  slug: string,
  id: string,
): Promise<SentInvitation> {
  const token = newSessionToken();
  const { membership, row } = await dependencies.db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    const before = await invitationOf(transaction, membership, id);
    assertMayMember('create', membership.role, before.role);
    if (dependencies.mailer !== null && Date.now() - before.sent_at.getTime() < MAIL_EVERY_MS)
      throw new PlatformError('rate_limited', 'A mail was just sent to this address. Wait a minute.');
    const row = await transaction
      .updateTable('invitations')
      .set({
        token_hash: hashToken(token),
        sent_at: new Date(),
        expires_at: new Date(Date.now() + LIFETIME_MS),
        invited_by: actor.accountId,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, { after: { email: row.email, role: row.role } });
    return { membership, row };
  });
  return await send(dependencies, actor, membership, row, token);
}

/** Takes an invitation back: its link stops working. */
export async function revokeInvitation(db: Database, actor: Actor, slug: string, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    const row = await invitationOf(transaction, membership, id);
    assertMayMember('delete', membership.role, row.role);
    await transaction.deleteFrom('invitations').where('id', '=', id).execute();
    await recordChange(transaction, { before: { email: row.email, role: row.role } });
  });
}

async function invitationOf(
  transaction: Transaction,
  { organization }: Membership,
  id: string,
): Promise<InvitationRow> {
  const row = await transaction
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organization.id)
    .executeTakeFirst();
  if (row === undefined)
    throw new PlatformError('not_found', 'This invitation has been accepted or taken back.');
  return row;
}

async function assertInvitable(
  transaction: Transaction,
  organizationId: number,
  email: string,
): Promise<void> {
  const member = await transaction
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .select('accounts.id')
    .where('organization_id', '=', organizationId)
    .where('accounts.email', '=', email)
    .executeTakeFirst();
  if (member !== undefined)
    throw new PlatformError('conflict', `${email} is a member already.`, { field: 'email' });
  const open = await transaction
    .selectFrom('invitations')
    .select('email')
    .where('organization_id', '=', organizationId)
    .execute();
  if (open.some((one) => one.email === email))
    throw new PlatformError('conflict', `${email} is invited already. Send that invitation again.`, {
      field: 'email',
    });
  if (open.length >= MAX_INVITATIONS)
    throw new PlatformError(
      'conflict',
      `There are ${MAX_INVITATIONS} open invitations. Revoke those that nobody accepts.`,
    );
}

/** Hands the link over: by mail where the platform sends any, to the caller otherwise or when that fails. */
async function send(
  { mailer, settings, log }: Inviting,
  actor: Actor,
  { organization, role: own }: Membership,
  row: InvitationRow,
  token: string,
): Promise<SentInvitation> {
  const invitation = presentInvitation(row, actor.email, own);
  // The configured address, whatever host the request named. Behind the # no server sees the token.
  const link = `${settings.dashboardUrl}/join#token=${token}`;
  if (mailer === null)
    return {
      invitation,
      link,
      mail_problem: 'This Basalt sends no mail. Hand the link over yourself.',
    };
  try {
    await mailer.send({
      to: row.email,
      subject: `Join ${organization.name} on Basalt`,
      text: `${actor.email} invites you to the organization ${organization.name} on the Basalt dashboard at ${settings.dashboardUrl}, as ${row.role}.

Open this link within ${INVITATION_DAYS} days to accept. It works once:

${link}

If you do not know what this is, do nothing.
`,
    });
    return { invitation, link: null, mail_problem: null };
  } catch (error) {
    log('error', { err: error }, 'an invitation could not be sent');
    return {
      invitation,
      link,
      mail_problem: 'The mail server did not take the mail. Hand the link over yourself.',
    };
  }
}

function presentInvitation(row: InvitationRow, inviter: string | null, own: Role): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: inviter,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_expired: row.expires_at.getTime() <= Date.now(),
    may_change: mayMember('create', own, row.role),
  };
}
