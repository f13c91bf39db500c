import { enter } from '../accounts/routes.ts';
import { publicRoutes, routes } from '../kernel/router-base.ts';
import { acceptInvitation, lookAtInvitation, signUpByInvitation } from './accept-invitation.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from './invite.ts';

const { invitations } = routes;

export const invitationRoutes = {
  list: invitations.list.handler(async ({ context, input }) => ({
    invitations: await listInvitations(context.db, context.actor, input.slug),
    sends_mail: context.mailer !== null,
  })),
  create: invitations.create.handler(({ context, input: { slug, ...person } }) =>
    invite(context, context.actor, slug, person),
  ),
  resend: invitations.resend.handler(({ context, input }) =>
    resendInvitation(context, context.actor, input.slug, input.id),
  ),
  revoke: invitations.revoke.handler(async ({ context, input }) => {
    await revokeInvitation(context.db, context.actor, input.slug, input.id);
    return {};
  }),
  look: publicRoutes.invitations.look.handler(({ context, input }) =>
    lookAtInvitation(context.db, context.actor, input.token, context.ip),
  ),
  accept: invitations.accept.handler(async ({ context, input }) => ({
    slug: await acceptInvitation(context.db, context.actor, input.token, context.ip),
  })),
  acceptAnew: publicRoutes.invitations.acceptAnew.handler(async ({ context, input }) => {
    const { slug, account } = await signUpByInvitation(context.db, input.token, input.password, context.ip);
    return { slug, profile: await enter(context, account) };
  }),
};
