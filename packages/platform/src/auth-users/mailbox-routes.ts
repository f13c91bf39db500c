import { routes } from '../kernel/router-base.ts';
import { deleteMessages, getBuiltInMail, getMessage, listMailbox, sendTestMail } from './mailbox.ts';

const { mailbox } = routes;

export const mailboxRoutes = {
  list: mailbox.list.handler(({ context, input }) => listMailbox(context, context.actor, input)),
  get: mailbox.get.handler(({ context, input }) => getMessage(context, context.actor, input)),
  sendTest: mailbox.sendTest.handler(({ context, input }) => sendTestMail(context, context.actor, input)),
  getBuiltIn: mailbox.getBuiltIn.handler(({ context, input }) =>
    getBuiltInMail(context, context.actor, input),
  ),
  delete: mailbox.delete.handler(async ({ context, input }) => {
    await deleteMessages(context, context.actor, input);
    return {};
  }),
  clear: mailbox.clear.handler(async ({ context, input }) => {
    await deleteMessages(context, context.actor, input);
    return {};
  }),
};
