import type { Channel } from '../messages/send-code.ts';
import type { MailRequest } from '../messages/send-token-mail.ts';
import type { JsonObject } from '../wire/read-body.ts';

/** What a user wants to change of itself; null stays as it is. */
export interface UserUpdate {
  email: string | null;
  phone: string | null;
  password: string | null;
  currentPassword: string | null;
  nonce: string | null;
  data: JsonObject | null;
  channel: Channel;
  mail: MailRequest;
}
