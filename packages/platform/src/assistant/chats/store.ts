import type { AiMessagePart, AiMessageState, AiOptInLevel } from '@basalt/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Asker } from '../../kernel/ports.ts';
import type { Schema } from '../../kernel/schema.ts';

export type ChatRow = Selectable<Schema['assistant_chats']>;
export type MessageRow = Selectable<Schema['assistant_messages']>;

/** A message as it is written first. */
export interface NewMessage {
  id: string;
  role: 'user' | 'assistant';
  parts: readonly AiMessagePart[];
  state: AiMessageState;
  level?: AiOptInLevel;
  model?: string;
}

/** A chat of this person, in a project that their credential reaches. @throws PlatformError `not_found` */
export async function getChat(
  db: Database,
  { accountId, credential: { limit } }: Asker,
  chatId: string,
): Promise<ChatRow> {
  const row = await db
    .selectFrom('assistant_chats')
    .selectAll()
    .where('id', '=', chatId)
    .where('account_id', '=', accountId)
    .$if(limit?.projectId != null, (query) => query.where('project_id', '=', limit?.projectId ?? 0))
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no such chat.');
  return row;
}

/** @throws PlatformError `not_found` */
export async function getMessage(db: Database, chatId: string, messageId: string): Promise<MessageRow> {
  const row = await db
    .selectFrom('assistant_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no such message in this chat.');
  return row;
}

/** Those before a message, or the newest; the newest first. */
export function listMessages(
  db: Database,
  chatId: string,
  limit: number,
  before: number | null = null,
): Promise<MessageRow[]> {
  return db
    .selectFrom('assistant_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** @throws PlatformError `conflict` when the chat has a message of this id */
export async function insertMessages(
  db: Database,
  chatId: string,
  messages: readonly NewMessage[],
): Promise<MessageRow[]> {
  const rows = await db
    .insertInto('assistant_messages')
    .values(
      messages.map(({ id, role, parts, state, level, model }) => ({
        chat_id: chatId,
        message_id: id,
        role,
        parts: JSON.stringify(parts),
        state,
        level: level ?? null,
        model: model ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chat_id', 'message_id']).doNothing())
    .returningAll()
    .execute();
  if (rows.length < messages.length)
    throw new PlatformError('conflict', 'The chat has a message of this id already.');
  await db.updateTable('assistant_chats').set({ updated_at: new Date() }).where('id', '=', chatId).execute();
  return rows;
}

/** Answers that the end of a process has cut off. Called before any can be written. */
export async function interruptAnswers(db: Database): Promise<void> {
  await db
    .updateTable('assistant_messages')
    .set({ state: 'interrupted' })
    .where('state', '=', 'streaming')
    .execute();
}
