import { type AiMessage, type AiMessagePart, MAX_AI_MESSAGES } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { ownChat } from './manage-chats.ts';
import { presentMessage } from './present.ts';
import { getMessage, insertMessages, listMessages, type MessageRow } from './store.ts';

type ChatDependencies = Pick<Dependencies, 'db' | 'answers'>;
type Place = { ref: string; chat_id: string };

/** A page of a chat, in the order in which it was written. */
export async function readMessages(
  { db, answers }: ChatDependencies,
  actor: Actor,
  { before, limit, ...place }: Place & { before?: string | undefined; limit: number },
): Promise<{ messages: AiMessage[]; has_more: boolean; is_answering: boolean }> {
  const chat = await ownChat(db, actor, place);
  const end = before === undefined ? null : (await getMessage(db, chat.id, before)).id;
  const rows = await listMessages(db, chat.id, limit + 1, end);
  const shown = rows.slice(0, limit).reverse();
  const results = await resultsOf(db, shown);
  return {
    messages: shown.map((row) => presentMessage(row, results.get(row.id))),
    has_more: rows.length > limit,
    is_answering: answers.isRunning(chat.id),
  };
}

async function resultsOf(db: Database, messages: readonly MessageRow[]) {
  const found = new Map<number, Record<string, Record<string, unknown>[]>>();
  if (messages.length === 0) return found;
  const rows = await db
    .selectFrom('assistant_results')
    .selectAll()
    .where(
      'message',
      'in',
      messages.map(({ id }) => id),
    )
    .execute();
  for (const { message, result_id, rows: kept } of rows)
    found.set(message, { ...found.get(message), [result_id]: kept });
  return found;
}

/** Adds messages that no model wrote. */
export async function appendMessages(
  dependencies: ChatDependencies,
  actor: Actor,
  {
    messages,
    ...place
  }: Place & { messages: readonly { id: string; role: 'user' | 'assistant'; parts: AiMessagePart[] }[] },
): Promise<AiMessage[]> {
  const chat = await restingChat(dependencies, actor, place);
  const rows = await dependencies.db.transaction().execute(async (transaction) => {
    await assertRoom(transaction, chat.id, messages.length);
    return insertMessages(
      transaction,
      chat.id,
      messages.map((message) => ({ ...message, state: 'complete' as const })),
    );
  });
  return rows.map((row) => presentMessage(row));
}

/** @throws PlatformError `conflict` when a chat has no room for so many messages more */
export async function assertRoom(db: Database, chatId: string, more: number): Promise<void> {
  const { count } = await db
    .selectFrom('assistant_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow();
  if (count + more > MAX_AI_MESSAGES)
    throw new PlatformError('conflict', `A chat has at most ${MAX_AI_MESSAGES} messages. Begin a new one.`);
}

/** Removes everything that was said. Answers how many messages there were. */
export async function clearMessages(
  dependencies: ChatDependencies,
  actor: Actor,
  place: Place,
): Promise<number> {
  const chat = await ownChat(dependencies.db, actor, place);
  await dependencies.answers.stop(chat.id);
  return removeFrom(dependencies.db, chat.id, 0);
}

/** Removes a message and all that follow it. */
export async function truncateMessages(
  dependencies: ChatDependencies,
  actor: Actor,
  { message_id, ...place }: Place & { message_id: string },
): Promise<number> {
  const chat = await restingChat(dependencies, actor, place);
  const { id } = await getMessage(dependencies.db, chat.id, message_id);
  return removeFrom(dependencies.db, chat.id, id);
}

/** Removes the messages of a chat from one on. */
export async function removeFrom(db: Database, chatId: string, from: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('assistant_messages')
    .where('chat_id', '=', chatId)
    .where('id', '>=', from)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Keeps the rows that a query of a message has answered, in place of those before. */
export async function keepResult(
  { db }: ChatDependencies,
  actor: Actor,
  {
    message_id,
    result_id,
    rows,
    ...place
  }: Place & { message_id: string; result_id: string; rows: Record<string, unknown>[] },
): Promise<void> {
  const chat = await ownChat(db, actor, place);
  const { id: message } = await getMessage(db, chat.id, message_id);
  const text = JSON.stringify(rows);
  if (text.length > MAX_RESULT_LENGTH)
    throw new PlatformError('payload_too_large', 'The result is too large to be kept with the message.');
  await db
    .insertInto('assistant_results')
    .values({ message, result_id, rows: text })
    .onConflict((conflict) => conflict.columns(['message', 'result_id']).doUpdateSet({ rows: text }))
    .execute();
}

/** Characters of JSON. */
const MAX_RESULT_LENGTH = 512 * 1024;

async function restingChat({ db, answers }: ChatDependencies, actor: Actor, place: Place) {
  const chat = await ownChat(db, actor, place);
  if (answers.isRunning(chat.id))
    throw new PlatformError(
      'conflict',
      'An answer is being written in this chat. Stop it, or wait for its end.',
    );
  return chat;
}
