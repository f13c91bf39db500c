import { routes } from '../../kernel/router-base.ts';
import { createChat, deleteChat, listChats, renameChat } from './manage-chats.ts';
import {
  appendMessages,
  clearMessages,
  keepResult,
  readMessages,
  truncateMessages,
} from './manage-messages.ts';

const { assistantChats } = routes;

export const assistantChatRoutes = {
  list: assistantChats.list.handler(async ({ context, input }) => ({
    chats: await listChats(context, context.actor, input),
  })),
  create: assistantChats.create.handler(({ context, input }) => createChat(context, context.actor, input)),
  rename: assistantChats.rename.handler(({ context, input }) => renameChat(context, context.actor, input)),
  delete: assistantChats.delete.handler(async ({ context, input }) => {
    await deleteChat(context, context.actor, input);
    return {};
  }),
  messages: assistantChats.messages.handler(({ context, input }) =>
    readMessages(context, context.actor, input),
  ),
  append: assistantChats.append.handler(async ({ context, input }) => ({
    messages: await appendMessages(context, context.actor, input),
  })),
  clear: assistantChats.clear.handler(async ({ context, input }) => ({
    removed: await clearMessages(context, context.actor, input),
  })),
  truncate: assistantChats.truncate.handler(async ({ context, input }) => ({
    removed: await truncateMessages(context, context.actor, input),
  })),
  keepResult: assistantChats.keepResult.handler(async ({ context, input }) => {
    await keepResult(context, context.actor, input);
    return {};
  }),
};
