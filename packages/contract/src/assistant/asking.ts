import { oc } from '@orpc/contract';
import * as z from 'zod';
import { sqlText } from '../database/sql-text.ts';
import { projectRef, storableText } from '../shared/names.ts';
import { aiChatId, aiMessageId, aiTextPart, MAX_AI_MESSAGE_LENGTH } from './chats.ts';

/** Steps of one answer: a step is one reply of the model with the tools it calls (spec §9). */
export const AI_MAX_STEPS = 5;

/** Calls whose answers are streams. They are the only ones that are not part of the contract's tree. */
export const AI_STREAM_PATHS = {
  /** POST {@link aiChatRequest}; answers the UI message stream of the package `ai`. */
  generate: '/api/ai/sql/generate-v3',
  /** POST {@link aiCompletionRequest}; answers plain text. */
  complete: '/api/ai/sql/complete',
  /** GET: goes on with the answer that is being written, from its beginning; 204 when there is none. */
  resume: (chatId: string) => `/api/ai/chats/${chatId}/stream`,
} as const;

/** SQL or code that somebody attached to a message. */
const snippet = z.object({
  name: storableText.max(256).optional(),
  content: storableText.max(MAX_AI_MESSAGE_LENGTH),
});

export const aiChatRequest = z
  .object({
    /** A chat of the caller in this project, or a new id: the chat is made then. */
    chatId: aiChatId,
    projectRef,
    /**
     * `submit-message` with a `messageId` writes that message anew and drops all after it. `regenerate-message` answers anew: the
     * message named is dropped, or the last answer.
     */
    trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
    messageId: aiMessageId.optional(),
    message: z
      .object({ id: aiMessageId, role: z.literal('user'), parts: z.array(aiTextPart).min(1).max(20) })
      .optional(),
    /** False: nothing of the project is told to the model, whatever the organization allows. */
    includeSchemaMetadata: z.boolean().default(true),
    /** Accepted for clients that send it, and not used: the server knows the database. */
    connectionString: z.string().max(4_096).optional(),
    /** Schemas that the person chose in the AI settings. */
    schemas: z.array(storableText.max(63)).max(100).optional(),
    /** What the person looks at. */
    schema: storableText.max(63).optional(),
    table: storableText.max(63).optional(),
    snippets: z.array(snippet).max(10).optional(),
    model: z.string().max(128).optional(),
  })
  .refine(({ trigger, message }) => trigger === 'regenerate-message' || message !== undefined, {
    message: 'must be given',
    path: ['message'],
  });
export type AiChatRequest = z.input<typeof aiChatRequest>;

export const aiCompletionRequest = z.object({
  projectRef,
  completionMetadata: z.object({
    textBeforeCursor: storableText.max(MAX_AI_MESSAGE_LENGTH).default(''),
    textAfterCursor: storableText.max(MAX_AI_MESSAGE_LENGTH).default(''),
    /** Such as `pgsql`, `typescript`, `policy`. */
    language: z.string().max(64).default('pgsql'),
    /** What is asked for. Empty: what is likely to follow the cursor. */
    prompt: storableText.max(MAX_AI_MESSAGE_LENGTH).default(''),
    selection: storableText.max(MAX_AI_MESSAGE_LENGTH).default(''),
  }),
  includeSchemaMetadata: z.boolean().default(true),
});
export type AiCompletionRequest = z.input<typeof aiCompletionRequest>;

export const assistant = {
  /** Whether there is a model to ask. Without a project: whether the server's environment names one. */
  checkApiKey: oc
    .route({ method: 'GET', path: '/api/ai/sql/check-api-key' })
    .input(z.object({ projectRef: projectRef.optional() }))
    .output(
      z.object({
        hasKey: z.boolean(),
        /** Why there is none, and what to do. */
        message: z.string().optional(),
        model: z.string().optional(),
        provider: z.string().optional(),
      }),
    ),
  title: oc
    .route({ method: 'POST', path: '/api/ai/sql/title' })
    .input(z.object({ sql: sqlText, projectRef: projectRef.optional() }))
    .output(z.object({ title: z.string(), description: z.string().optional() })),
  /** Ends an answer; what was written of it stays. `stopped` is false when none was being written. */
  stop: oc
    .route({ method: 'POST', path: '/api/ai/chats/{chat_id}/stop' })
    .input(z.object({ chat_id: aiChatId }))
    .output(z.object({ stopped: z.boolean() })),
  /** Runs statements and takes everything back: what they would do. */
  dryRun: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/ai/dry-run' })
    .input(z.object({ ref: projectRef, query: sqlText }))
    .output(
      z.object({
        /** One for each statement, in order. */
        statements: z.array(
          z.object({
            command: z.string(),
            /** Rows read or changed; null for what has none. */
            rows: z.number().int().nullable(),
          }),
        ),
        /** What the database said against it; null: it would work. */
        error: z.string().nullable(),
        /** Deletes or overwrites what is there: worth a restore point. */
        destructive: z.boolean(),
      }),
    ),
};
