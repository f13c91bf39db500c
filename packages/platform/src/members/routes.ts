import { routes } from '../kernel/router-base.ts';
import { changeMember, removeMember } from './change-members.ts';
import { listMembers, listV1Members } from './list-members.ts';
import { readSecondFactorRequirement, requireSecondFactor } from './require-second-factor.ts';

const { members } = routes;

export const memberRoutes = {
  v1List: members.v1List.handler(({ context, input }) =>
    listV1Members(context.db, context.actor, input.slug),
  ),
  list: members.list.handler(({ context, input }) => listMembers(context.db, context.actor, input)),
  update: members.update.handler(async ({ context, input: { slug, account_id, ...change } }) => {
    await changeMember(context.db, context.actor, slug, account_id, change);
    return {};
  }),
  secondFactor: members.secondFactor.handler(({ context, input }) =>
    readSecondFactorRequirement(context.db, context.actor, input.slug),
  ),
  requireSecondFactor: members.requireSecondFactor.handler(({ context, input }) =>
    requireSecondFactor(context.db, context.actor, input.slug, input.enforced),
  ),
  remove: members.remove.handler(async ({ context, input }) => {
    await removeMember(context.db, context.actor, input.slug, input.account_id);
    return {};
  }),
};
