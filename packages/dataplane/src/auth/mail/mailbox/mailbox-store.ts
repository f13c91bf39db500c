import type { Executor } from '../../store/run-transaction.ts';
import { isoTime } from '../../store/write-row.ts';

/** A message as a list shows it. */
export type MessageSummary = Omit<KeptMessage, 'html' | 'text'>;

export interface MailboxFilter {
  limit: number;
  offset: number;
  channel: 'email' | 'sms' | null;
  /** Part of the recipient, in any case; empty: all. */
  recipient: string;
}

const SUMMARY = 'id, channel, kind, recipient, subject, code, link, created_at';
const KEPT_MESSAGES = 500;

/** Adds a message and drops what is too old or too much, all in the caller's transaction. */
export async function keepMessage(db: Executor, message: MailboxMessage): Promise<{ id: number }> {
  const { channel, kind, recipient, subject, html, text, code, link } = message;
  const rows = await db.query<{ id: number }>(
    `insert into basalt.mailbox (channel, kind, recipient, subject, html, text, code, link)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [channel, kind, recipient, subject, html, text, code, link],
  );
  // One transaction tidies at a time; the others do not wait for it.
  await db.query(
    `delete from basalt.mailbox
     where (select pg_catalog.pg_try_advisory_xact_lock('basalt.mailbox'::regclass::int8))
       and (created_at < pg_catalog.now() - interval '7 days'
         or id <= (select id from basalt.mailbox order by id desc offset $1 limit 1))`,
    [KEPT_MESSAGES],
  );
  const [row] = rows;
  if (!row) throw new Error('The mailbox returned no id.');
  return { id: Number(row.id) };
}

/** A page of messages, newest first, and how many there are in all. */
export async function listMessages(
  db: Executor,
  { limit, offset, channel, recipient }: MailboxFilter,
): Promise<{ messages: MessageSummary[]; total: number }> {
  const where = `where ($1::text is null or channel = $1)
    and ($2::text = '' or pg_catalog.strpos(pg_catalog.lower(recipient), pg_catalog.lower($2)) > 0)`;
  const counted = await db.query<{ total: unknown }>(
    `select pg_catalog.count(*) as total from basalt.mailbox ${where}`,
    [channel, recipient],
  );
  const rows = await db.query<MessageSummary>(
    `select ${SUMMARY} from basalt.mailbox ${where} order by id desc limit $3 offset $4`,
    [channel, recipient, limit, offset],
  );
  return { messages: rows.map(asWire), total: Number(counted[0]?.total ?? 0) };
}

export async function findMessage(db: Executor, id: number): Promise<KeptMessage | null> {
  const rows = await db.query<KeptMessage>(
    `select ${SUMMARY}, html, text from basalt.mailbox where id = $1`,
    [id],
  );
  return rows[0] ? asWire(rows[0]) : null;
}

/** Whether there was such a message. */
export async function deleteMessage(db: Executor, id: number): Promise<boolean> {
  return (await db.query('delete from basalt.mailbox where id = $1 returning id', [id])).length > 0;
}

export async function deleteAllMessages(db: Executor): Promise<void> {
  await db.query('delete from basalt.mailbox');
}

function asWire<Row extends { id: unknown; created_at: string }>(row: Row): Row & { id: number } {
  return { ...row, id: Number(row.id), created_at: isoTime(row.created_at) };
}

/** A message that was written to a user of the project and kept in the development mailbox instead of being sent. */
export interface MailboxMessage {
  channel: 'email' | 'sms';
  /** The kind of mail, or what the code of a text message is for. */
  kind: string;
  recipient: string;
  subject: string;
  /** Holds what users wrote about themselves: show it in a sandboxed frame only. */
  html: string;
  text: string;
  code: string | null;
  link: string | null;
}

/** A message as the mailbox holds it. */
export interface KeptMessage extends MailboxMessage {
  id: number;
  created_at: string;
}
