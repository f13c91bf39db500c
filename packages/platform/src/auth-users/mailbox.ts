import type { MailboxEntry, MailboxMessage } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { type AuthAnswer, type AuthCall, permittedCall } from './auth-service.ts';

/** The auth service keeps 500 messages, so one page has them all. */
const ALL = '/admin/mailbox?per_page=1000';

export interface MailboxSearch {
  search: string;
  limit: number;
  before?: number | undefined;
}

/** Whoever reads these can sign in as the users they went to. */
function call(d: Dependencies, actor: Actor, ref: string, request: AuthCall): Promise<AuthAnswer> {
  return permittedCall(d, actor, ref, 'read_api_keys', request);
}

/** Newest first. */
export async function listMailbox(
  d: Dependencies,
  actor: Actor,
  { ref, ...search }: MailboxSearch & { ref: string },
): Promise<{ messages: MailboxEntry[]; next_before: number | null }> {
  const { body } = await call(d, actor, ref, { method: 'GET', path: ALL });
  return pageOf((body as { messages: MailboxEntry[] }).messages, search);
}

/** @param messages newest first */
export function pageOf(messages: readonly MailboxEntry[], { search, limit, before }: MailboxSearch) {
  const text = search.trim().toLowerCase();
  const found = messages.filter(
    ({ id, recipient, subject }) =>
      (before === undefined || id < before) &&
      (recipient.toLowerCase().includes(text) || subject.toLowerCase().includes(text)),
  );
  const page = found.slice(0, limit);
  return { messages: page, next_before: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** One message as it would have been sent. @throws PlatformError `not_found` */
export async function getMessage(
  d: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: number },
): Promise<MailboxMessage> {
  return (await call(d, actor, ref, { method: 'GET', path: `/admin/mailbox/${id}` })).body as MailboxMessage;
}

/** Deletes one message, or all. @throws PlatformError `not_found` */
export async function deleteMessages(
  d: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id?: number },
): Promise<void> {
  const path = id === undefined ? '/admin/mailbox' : `/admin/mailbox/${id}`;
  await call(d, actor, ref, { method: 'DELETE', path });
}

/** What a project's mails of a kind say while it has no words of its own, with placeholders. @throws PlatformError */
export async function getBuiltInMail(
  d: Dependencies,
  actor: Actor,
  { ref, kind }: { ref: string; kind: string },
): Promise<{ subject: string; content: string }> {
  const { body } = await permittedCall(d, actor, ref, 'update_api_config', {
    method: 'GET',
    path: `/admin/built_in_mail?kind=${encodeURIComponent(kind)}`,
  });
  return body as { subject: string; content: string };
}

/** Sends a mail to see whether mail arrives. @throws PlatformError `bad_request` with what the mail server objects to */
export async function sendTestMail(
  d: Dependencies,
  actor: Actor,
  { ref, recipient, kind }: { ref: string; recipient: string; kind: string | null },
): Promise<{ delivered: 'server' | 'mailbox' }> {
  const { body } = await permittedCall(d, actor, ref, 'update_api_config', {
    method: 'POST',
    path: '/admin/test_mail',
    body: { email: recipient, kind },
  });
  return body as { delivered: 'server' | 'mailbox' };
}
