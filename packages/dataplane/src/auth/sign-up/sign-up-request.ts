import type { Channel } from '../messages/send-code.ts';
import type { MailRequest } from '../messages/send-token-mail.ts';
import type { Address } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';

/** What somebody asks for who makes an account with a password. */
export interface SignUpRequest {
  address: Address;
  password: string;
  data: JsonObject;
  channel: Channel;
  mail: MailRequest;
}
