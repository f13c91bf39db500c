import { oc } from '@orpc/contract';
import * as z from 'zod';
import { displayName, projectRef, storableText } from '../shared/names.ts';
import { AI_OPT_IN_LEVELS } from './opt-in.ts';

/** The name of a chat that nobody has named. */
export const UNTITLED_CHAT = 'Untitled';
/** Characters of one message of a person. */
export const MAX_AI_MESSAGE_LENGTH = 100_000;
/** Chats that one person keeps in a project. */
export const MAX_AI_CHATS = 1_000;
/** Messages of one chat. */
export const MAX_AI_MESSAGES = 5_000;
/** Messages answered at once, the newest first asked for. */
export const AI_MESSAGE_PAGE = 50;
/** Rows of a result that are kept with a message. */
export const MAX_AI_RESULT_ROWS = 100;

export const aiChatId = z.uuid('must be a UUID');
/** Made by whoever writes the message. */
export const aiMessageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _');

export const aiChat = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  message_count: z.number().int(),
  /** An answer is being written now: `GET /api/ai/chats/{id}/stream` follows it. */
  is_answering: z.boolean(),
});
export type AiChat = z.infer<typeof aiChat>;

/** What became of an answer. `interrupted`: the server ended while it was written. */
export const AI_MESSAGE_STATES = ['complete', 'streaming', 'stopped', 'failed', 'interrupted'] as const;
export type AiMessageState = (typeof AI_MESSAGE_STATES)[number];

/** What we keep about a message beside its parts. */
export const aiMessageMetadata = z.object({
  createdAt: z.string(),
  state: z.enum(AI_MESSAGE_STATES),
  /** Why it failed. */
  error: z.string().optional(),
  /** What the model was allowed to know when it answered. */
  grant: z.enum(AI_OPT_IN_LEVELS).optional(),
  model: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** Rows of queries that were run from the message, by the id of the result. They are never sent to the model. */
  results: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
});
export type AiMessageMetadata = z.infer<typeof aiMessageMetadata>;

/** A `UIMessage` of the package `ai`. Its parts are checked as a whole only: what they hold is in `tools.ts`. */
export const aiMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  metadata: aiMessageMetadata,
  parts: z.custom<AiMessagePart[]>(Array.isArray),
});
export type AiMessage = z.infer<typeof aiMessage>;
export type AiMessagePart = { type: string } & Record<string, unknown>;

/** What a person writes: text and nothing else. */
export const aiTextPart = z.object({
  type: z.literal('text'),
  text: storableText.max(
    MAX_AI_MESSAGE_LENGTH,
    `The message is too long: at most ${MAX_AI_MESSAGE_LENGTH.toLocaleString('en')} characters`,
  ),
});

const byRef = z.object({ ref: projectRef });
const byChat = z.object({ ref: projectRef, chat_id: aiChatId });
const byMessage = byChat.extend({ message_id: aiMessageId });

/** Chats with the assistant belong to one person and one project, and stay on the server. */
export const assistantChats = {
  /** The one that was changed last comes first. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/ai/chats' })
    .input(byRef.extend({ search: z.string().max(256).optional() }))
    .output(z.object({ chats: z.array(aiChat) })),
  /** With an `id` that is there already it answers that chat. */
  create: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/ai/chats', successStatus: 201 })
    .input(byRef.extend({ id: aiChatId.optional(), name: displayName.optional() }))
    .output(aiChat),
  rename: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/ai/chats/{chat_id}' })
    .input(byChat.extend({ name: displayName }))
    .output(aiChat),
  /** Stops its answer, too. */
  delete: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/ai/chats/{chat_id}' })
    .input(byChat)
    .output(z.object({})),
  /** The newest, or those before a message; in the order in which they were written. */
  messages: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/ai/chats/{chat_id}/messages' })
    .input(
      byChat.extend({
        before: aiMessageId.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(AI_MESSAGE_PAGE),
      }),
    )
    .output(z.object({ messages: z.array(aiMessage), has_more: z.boolean(), is_answering: z.boolean() })),
  /** Adds messages that no model wrote, such as those of a quickstart template. */
  append: oc
    .route({
      method: 'POST',
      path: '/platform/projects/{ref}/ai/chats/{chat_id}/messages',
      successStatus: 201,
    })
    .input(
      byChat.extend({
        messages: z
          .array(
            z.object({
              id: aiMessageId,
              role: z.enum(['user', 'assistant']),
              parts: z.array(aiTextPart).min(1).max(20),
            }),
          )
          .min(1)
          .max(10),
      }),
    )
    .output(z.object({ messages: z.array(aiMessage) })),
  /** Removes all messages; the chat stays. */
  clear: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/ai/chats/{chat_id}/messages' })
    .input(byChat)
    .output(z.object({ removed: z.number().int() })),
  /** Removes a message and everything after it. */
  truncate: oc
    .route({ method: 'DELETE', path: '/platform/projects/{ref}/ai/chats/{chat_id}/messages/{message_id}' })
    .input(byMessage)
    .output(z.object({ removed: z.number().int() })),
  /** Keeps the rows that a query of a message has answered. */
  keepResult: oc
    .route({
      method: 'PUT',
      path: '/platform/projects/{ref}/ai/chats/{chat_id}/messages/{message_id}/results/{result_id}',
    })
    .input(
      byMessage.extend({
        result_id: aiMessageId,
        rows: z.array(z.record(z.string(), z.unknown())).max(MAX_AI_RESULT_ROWS),
      }),
    )
    .output(z.object({})),
};
