import { randomUUID } from 'node:crypto';
import { type AiChat, MAX_AI_CHATS, UNTITLED_CHAT } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { presentChat } from './present.ts';
import { type ChatRow, getChat } from './store.ts';

type ChatDependencies = Pick<Dependencies, 'db' | 'answers'>;

/** A chat of the caller in a project that they may read. @throws PlatformError `not_found` or `forbidden` */
export async function ownChat(
  db: Database,
  actor: Actor,
  { ref, chat_id }: { ref: string; chat_id: string },
): Promise<ChatRow> {
  const { project } = await permittedProject(db, actor, ref, 'read_sql');
  const chat = await getChat(db, actor, chat_id);
  if (chat.project_id !== project.id) throw new PlatformError('not_found', 'There is no such chat.');
  return chat;
}

/** The caller's chats in a project, the one that was changed last first. */
export async function listChats(
  { db, answers }: ChatDependencies,
  actor: Actor,
  { ref, search = '' }: { ref: string; search?: string | undefined },
): Promise<AiChat[]> {
  const { project } = await permittedProject(db, actor, ref, 'read_sql');
  const rows = await db
    .selectFrom('assistant_chats')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('assistant_messages')
        .whereRef('assistant_messages.chat_id', '=', 'assistant_chats.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('message_count'),
    )
    .where('project_id', '=', project.id)
    .where('account_id', '=', actor.accountId)
    .$if(search.trim() !== '', (query) =>
      query.where((eb) =>
        eb(eb.fn('strpos', [eb.fn('lower', ['name']), eb.val(search.trim().toLowerCase())]), '>', 0),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => presentChat(row, row.message_count ?? 0, answers.isRunning(row.id)));
}

/**
 * A new chat, or the caller's own of this id.
 * @throws PlatformError `conflict` when there are too many, or the id is somebody else's
 */
export async function ensureChat(
  db: Database,
  accountId: string,
  projectId: number,
  { id = randomUUID(), name = UNTITLED_CHAT }: { id?: string | undefined; name?: string | undefined },
): Promise<ChatRow> {
  const known = await db.selectFrom('assistant_chats').selectAll().where('id', '=', id).executeTakeFirst();
  if (known !== undefined) {
    if (known.account_id !== accountId || known.project_id !== projectId)
      throw new PlatformError('conflict', 'This id is in use. Begin a new chat.');
    return known;
  }
  const { count } = await db
    .selectFrom('assistant_chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_AI_CHATS)
    throw new PlatformError('conflict', `There are ${MAX_AI_CHATS} chats already. Delete one first.`);
  const inserted = await db
    .insertInto('assistant_chats')
    .values({ id, name, project_id: projectId, account_id: accountId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  // Somebody else was faster: it is there now.
  return inserted ?? ensureChat(db, accountId, projectId, { id, name });
}

export async function createChat(
  { db, answers }: ChatDependencies,
  actor: Actor,
  { ref, ...chat }: { ref: string; id?: string | undefined; name?: string | undefined },
): Promise<AiChat> {
  const { project } = await permittedProject(db, actor, ref, 'read_sql');
  const row = await ensureChat(db, actor.accountId, project.id, chat);
  return presentChat(row, await countMessages(db, row.id), answers.isRunning(row.id));
}

export async function renameChat(
  { db, answers }: ChatDependencies,
  actor: Actor,
  { name, ...place }: { ref: string; chat_id: string; name: string },
): Promise<AiChat> {
  const chat = await ownChat(db, actor, place);
  // Its place in the list stays: nobody wrote anything.
  await db.updateTable('assistant_chats').set({ name }).where('id', '=', chat.id).execute();
  return presentChat({ ...chat, name }, await countMessages(db, chat.id), answers.isRunning(chat.id));
}

/** Its answer is stopped first. */
export async function deleteChat(
  { db, answers }: ChatDependencies,
  actor: Actor,
  place: { ref: string; chat_id: string },
): Promise<void> {
  const chat = await ownChat(db, actor, place);
  await answers.stop(chat.id);
  await db.deleteFrom('assistant_chats').where('id', '=', chat.id).execute();
}

async function countMessages(db: Database, chatId: string): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow();
  return count;
}
