import { AuthError } from '../errors/auth-error.ts';
import { emailAddress } from '../wire/email-address.ts';
import { phoneNumber } from '../wire/phone-number.ts';
import type { Fields } from '../wire/read-body.ts';
import { isMailType, isPhoneType, type MailType, type PhoneType } from './verification-types.ts';

export type VerifyRequest =
  | { by: 'link'; type: MailType; hash: string }
  | { by: 'mailed-code'; type: MailType; email: string; code: string }
  | { by: 'sent-code'; type: PhoneType; phone: string; code: string };

/** What `POST /verify` asks for. Throws `validation_failed`. */
export function readVerifyRequest(body: Fields): VerifyRequest {
  const [type, code, hash] = [body.text('type'), body.text('token'), body.text('token_hash')];
  const [email, phone] = [body.text('email'), body.text('phone')];
  if (!type) throw refused('Verify requires a verification type');
  if (hash) {
    if (email || phone || code) throw refused('Only the token_hash and type should be provided');
    return { by: 'link', type: mailType(type), hash };
  }
  if (!code) throw refused('Verify requires a token or a token hash');
  if (Boolean(email) === Boolean(phone))
    throw refused('Only an email address or phone number should be provided on verify');
  if (email) return { by: 'mailed-code', type: mailType(type), email: emailAddress(email), code };
  if (!isPhoneType(type)) throw refused('Unsupported verification type for a phone number');
  return { by: 'sent-code', type, phone: phoneNumber(phone ?? ''), code };
}

function mailType(type: string): MailType {
  if (isMailType(type)) return type;
  throw refused('Unsupported verification type for an email address');
}

function refused(message: string): AuthError {
  return new AuthError('validation_failed', message);
}
