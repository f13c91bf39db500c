import { AuthError } from '../../errors/auth-error.ts';
import { emailAddress, phoneNumber } from '../../wire/address.ts';
import type { Fields, JsonObject } from '../../wire/read-body.ts';
import { asUuid } from '../request-parameters.ts';

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Some 292 years: the longest duration that clients of this notation can write. */
const LONGEST_MS = 2 ** 63 / 1e6;

/** Milliseconds of a duration in Go's notation (`24h`, `1h30m`, `1.5s`, `-10m`, `0`); null for anything else. */
export function parseGoDuration(text: string): number | null {
  const [, sign, body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (body === '0') return 0;
  if (!/^(?:(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:ns|us|µs|μs|ms|s|m|h)){1,20}$/.test(body)) return null;
  let total = 0;
  for (const [, number, unit = ''] of body.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    total += Number(number) * (MS_PER_UNIT[unit] ?? 0);
  }
  if (total > LONGEST_MS) return null;
  return sign === '-' ? -total : total;
}

/** When a ban of this duration ends; 'none' lifts a ban. Throws `validation_failed`. */
function readBan(duration: string, now: Date): Date | 'none' {
  if (duration === 'none') return 'none';
  const milliseconds = parseGoDuration(duration);
  if (milliseconds === null) {
    const message = 'invalid format for ban duration: write it like "24h", "1h30m" or "none"';
    throw new AuthError('validation_failed', message);
  }
  return new Date(now.getTime() + milliseconds);
}

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
