import { oc } from '@orpc/contract';
import * as z from 'zod';
import { email, newPassword, profile } from '../accounts/accounts.ts';
import { organizationSlug } from '../shared/names.ts';
import { ROLES } from './roles.ts';

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 7;
/** Invitations of an organization that are open at once. */
export const MAX_INVITATIONS = 500;

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  /** Whether the caller may send it again or take it back. */
  may_change: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation that was just made or made anew. */
const sentInvitation = z.object({
  invitation,
  /** To be handed to the person; null when it is on its way by mail. It is shown this once. */
  link: z.string().nullable(),
  /** Why no mail was sent, for the reader; null when one was. */
  mail_problem: z.string().nullable(),
});
export type SentInvitation = z.infer<typeof sentInvitation>;

const offer = z.object({
  organization_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string().nullable(),
  /** Whether somebody has an account with this address, and signs in to accept. */
  has_account: z.boolean(),
  /** The address of whoever is signed in here, null when nobody is. */
  signed_in_as: z.string().nullable(),
});
export type InvitationOffer = z.infer<typeof offer>;

const oneInvitation = z.object({ slug: organizationSlug, id: z.uuid('is not the id of an invitation') });
const byToken = z.strictObject({ token: z.string().max(200) });

/** How people become members. The token of a link travels in bodies only, never in an address. */
export const invitations = {
  list: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/invitations' })
    .input(z.object({ slug: organizationSlug }))
    .output(z.object({ invitations: z.array(invitation), sends_mail: z.boolean() })),
  create: oc
    .route({ method: 'POST', path: '/platform/organizations/{slug}/invitations', successStatus: 201 })
    .input(z.object({ slug: organizationSlug, email, role: z.enum(ROLES) }))
    .output(sentInvitation),
  /** Makes a new link that holds as long as the first did. The former link stops working. */
  resend: oc
    .route({ method: 'POST', path: '/platform/organizations/{slug}/invitations/{id}/resend' })
    .input(oneInvitation)
    .output(sentInvitation),
  revoke: oc
    .route({ method: 'DELETE', path: '/platform/organizations/{slug}/invitations/{id}' })
    .input(oneInvitation)
    .output(z.object({})),
  /** What a link offers, to whoever has it. */
  look: oc.route({ method: 'POST', path: '/platform/invitations/look' }).input(byToken).output(offer),
  /** Makes whoever is signed in a member. Works once. */
  accept: oc
    .route({ method: 'POST', path: '/platform/invitations/accept' })
    .input(byToken)
    .output(z.object({ slug: z.string() })),
  /** Makes an account with the invited address, signs it in and makes it a member. */
  acceptAnew: oc
    .route({ method: 'POST', path: '/platform/invitations/sign-up', successStatus: 201 })
    .input(byToken.extend({ password: newPassword }))
    .output(z.object({ slug: z.string(), profile })),
};
