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
