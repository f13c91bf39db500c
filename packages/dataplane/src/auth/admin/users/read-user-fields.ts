import { AuthError } from '../../errors/auth-error.ts';
import { emailAddress } from '../../wire/email-address.ts';
import { phoneNumber } from '../../wire/phone-number.ts';
import type { Fields, JsonObject } from '../../wire/read-body.ts';
import { asUuid } from '../path-id.ts';
import { readBan } from './read-ban.ts';

/** What an administrator says about a user. Null: not said. */
export interface UserFields {
  id: string | null;
  email: string | null;
  phone: string | null;
  emailConfirm: boolean;
  phoneConfirm: boolean;
  password: string | null;
  passwordHash: string | null;
  role: string | null;
  aud: string | null;
  userMetadata: JsonObject | null;
  appMetadata: JsonObject | null;
  /** When the ban ends; 'none' lifts one. */
  ban: { until: Date | 'none' } | null;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const LONGEST_NAME = 255;

/** Throws `validation_failed`. A field that is empty text counts as not said. */
export function readUserFields(body: Fields, now: Date): UserFields {
  const said = (name: string) => body.text(name) || null;
  const [email, phone, duration] = [said('email'), said('phone'), said('ban_duration')];
  const fields: UserFields = {
    id: readId(said('id')),
    email: email && emailAddress(email),
    phone: phone && phoneNumber(phone),
    emailConfirm: body.flag('email_confirm') ?? false,
    phoneConfirm: body.flag('phone_confirm') ?? false,
    password: said('password'),
    passwordHash: said('password_hash'),
    role: shortText('role', said('role')),
    aud: shortText('aud', said('aud')),
    userMetadata: body.object('user_metadata'),
    appMetadata: body.object('app_metadata'),
    ban: duration === null ? null : { until: readBan(duration, now) },
  };
  // Sent by clients that share the body with an end user's request; an administrator needs no proof of presence.
  body.text('nonce');
  if (fields.password !== null && fields.passwordHash !== null)
    throw new AuthError('validation_failed', 'Only a password or a password hash should be provided');
  return fields;
}

function readId(text: string | null): string | null {
  if (text === null) return null;
  const id = asUuid(text);
  if (id === null) throw new AuthError('validation_failed', 'ID must conform to the uuid v4 format');
  if (id === NO_ID) throw new AuthError('validation_failed', 'ID cannot be a nil uuid');
  return id;
}

function shortText(name: string, text: string | null): string | null {
  if (text !== null && text.length > LONGEST_NAME)
    throw new AuthError(
      'validation_failed',
      `The field "${name}" is longer than ${LONGEST_NAME} characters.`,
    );
  return text;
}
