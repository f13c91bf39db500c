import { routes } from '../kernel/router-base.ts';
import {
  createUser,
  deleteFactor,
  deletePasskey,
  deleteUser,
  getUser,
  inviteUser,
  listFactors,
  listPasskeys,
  listUsers,
  sendMail,
  updateUser,
} from './manage-users.ts';
import { deleteSessions, listSessions } from './sessions.ts';

const { authUsers } = routes;

export const authUserRoutes = {
  list: authUsers.list.handler(({ context, input }) => listUsers(context, context.actor, input)),
  get: authUsers.get.handler(({ context, input }) => getUser(context, context.actor, input)),
  create: authUsers.create.handler(({ context, input }) => createUser(context, context.actor, input)),
  invite: authUsers.invite.handler(({ context, input }) => inviteUser(context, context.actor, input)),
  update: authUsers.update.handler(({ context, input }) => updateUser(context, context.actor, input)),
  delete: authUsers.delete.handler(async ({ context, input }) => {
    await deleteUser(context, context.actor, input);
    return {};
  }),
  recover: authUsers.recover.handler(async ({ context, input }) => {
    await sendMail(context, context.actor, input, 'recover');
    return {};
  }),
  magicLink: authUsers.magicLink.handler(async ({ context, input }) => {
    await sendMail(context, context.actor, input, 'magiclink');
    return {};
  }),
  listFactors: authUsers.listFactors.handler(({ context, input }) =>
    listFactors(context, context.actor, input),
  ),
  deleteFactor: authUsers.deleteFactor.handler(async ({ context, input }) => {
    await deleteFactor(context, context.actor, input);
    return {};
  }),
  listPasskeys: authUsers.listPasskeys.handler(({ context, input }) =>
    listPasskeys(context, context.actor, input),
  ),
  deletePasskey: authUsers.deletePasskey.handler(async ({ context, input }) => {
    await deletePasskey(context, context.actor, input);
    return {};
  }),
  listSessions: authUsers.listSessions.handler(({ context, input }) =>
    listSessions(context, context.actor, input),
  ),
  deleteSession: authUsers.deleteSession.handler(async ({ context, input }) => {
    await deleteSessions(context, context.actor, input);
    return {};
  }),
  deleteSessions: authUsers.deleteSessions.handler(async ({ context, input }) => {
    await deleteSessions(context, context.actor, input);
    return {};
  }),
};
