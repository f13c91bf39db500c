import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { AUTH_MAIL_KINDS } from './auth-config-fields.ts';

export const MAILBOX_CHANNELS = ['email', 'sms'] as const;

/** Something the auth service would have sent, had the project a provider for it. */
export const mailboxEntry = z.object({
  id: z.number().int(),
  channel: z.enum(MAILBOX_CHANNELS),
  /** `confirmation`, `recovery`, `magic_link`, … */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** The one-time code in it. */
  code: z.string().nullable(),
  /** The link in it. */
  link: z.string().nullable(),
  created_at: z.string(),
});
export type MailboxEntry = z.infer<typeof mailboxEntry>;

/** `html` is what a template makes of user data: show it in a sandboxed frame only. */
export const mailboxMessage = mailboxEntry.extend({ html: z.string(), text: z.string() });
export type MailboxMessage = z.infer<typeof mailboxMessage>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** The development mailbox. Whoever reads it can sign in as the project's users, so it needs `read_api_keys`. */
export const mailbox = {
  list: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/mailbox' })
    .input(
      byRef.extend({
        /** A part of the recipient or the subject. */
        search: z.string().max(256).default(''),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        /** `next_before` of the page before: only older ones are listed. */
        before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    )
    .output(z.object({ messages: z.array(mailboxEntry), next_before: z.number().int().nullable() })),
  get: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/mailbox/{id}' })
    .input(byId)
    .output(mailboxMessage),
  delete: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/mailbox/{id}' })
    .input(byId)
    .output(z.object({})),
  clear: oc
    .route({ method: 'DELETE', path: '/platform/auth/{ref}/mailbox' })
    .input(byRef)
    .output(z.object({})),
  /**
   * Sends a mail through the project's SMTP server, or into the mailbox without one: a plain one, or what users get of a
   * kind. Refused with what the server objects to. Needs `update_api_config`.
   */
  sendTest: oc
    .route({ method: 'POST', path: '/platform/auth/{ref}/test-mail' })
    .input(
      z.strictObject({
        ref: projectRef,
        recipient: z.email('is not an e-mail address').max(320),
        kind: z.enum(AUTH_MAIL_KINDS).nullable().default(null),
      }),
    )
    .output(z.object({ delivered: z.enum(['server', 'mailbox']) })),
  /** The mail that is sent while there is no template of one's own, as one to start from. Needs `update_api_config`. */
  getBuiltIn: oc
    .route({ method: 'GET', path: '/platform/auth/{ref}/built-in-mails/{kind}' })
    .input(byRef.extend({ kind: z.enum(AUTH_MAIL_KINDS) }))
    .output(z.object({ subject: z.string(), content: z.string() })),
};
