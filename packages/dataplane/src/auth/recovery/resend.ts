import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { type Channel, sendCode } from '../messages/send-code.ts';
import { sendEmailChange } from '../messages/send-email-change.ts';
import { type MailRequest, sendTokenMail } from '../messages/send-token-mail.ts';
import { checkFrequencyOfNobody } from '../rate-limits/send-frequency.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { type Address, emailAddress, findUserByAddress, phoneNumber } from '../wire/address.ts';

export interface ResendRequest {
  type: string;
  email: string | null;
  phone: string | null;
  channel: Channel;
  mail: MailRequest;
}
type Sent = { messageId: string | null };

const TYPES = {
  signup: { address: 'email', token: 'confirmation_token' },
  email_change: { address: 'email', token: 'email_change_token_new' },
  sms: { address: 'phone', token: 'confirmation_token' },
  phone_change: { address: 'phone', token: 'phone_change_token' },
} as const;
type ResendType = keyof typeof TYPES;
const NOTHING: Sent = { messageId: null };

/** Sends a message that is still waiting for its answer once more. Where none is waiting, the answer does not tell. */
export function resend(context: AuthContext, request: ResendRequest): Promise<Sent> {
  const type = readType(request.type);
  const address = readAddress(request, type);
  checkEnabled(context, address);
  return context.db.transaction(async (tx) => {
    const user = await findUserByAddress(tx, address, { lock: true });
    if (user && isWaiting(user, type)) return send(context, tx, user, type, request);
    checkFrequencyOfNobody(
      context,
      address.kind === 'email' ? 'mail' : 'sms',
      TYPES[type].token,
      address.value,
    );
    return NOTHING;
  });
}

async function send(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  type: ResendType,
  { channel, mail }: ResendRequest,
): Promise<Sent> {
  switch (type) {
    case 'signup':
      await sendTokenMail(context, tx, user, 'signup', mail);
      return NOTHING;
    case 'email_change':
      await sendEmailChange(context, tx, user, user.email_change ?? '', mail);
      return NOTHING;
    case 'sms':
      return sendCode(context, tx, user, { purpose: 'confirmation', phone: user.phone ?? '', channel });
    case 'phone_change':
      return sendCode(context, tx, user, {
        purpose: 'phone_change',
        phone: user.phone_change ?? '',
        channel,
      });
  }
}

function isWaiting(user: UserRow, type: ResendType): boolean {
  switch (type) {
    case 'signup':
      return !user.email_confirmed_at;
    case 'email_change':
      return Boolean(user.email_change);
    case 'sms':
      return !user.phone_confirmed_at;
    case 'phone_change':
      return Boolean(user.phone_change);
  }
}

function readType(type: string): ResendType {
  if (Object.hasOwn(TYPES, type)) return type as ResendType;
  throw new AuthError('validation_failed', `Missing one of these types: ${Object.keys(TYPES).join(', ')}`);
}

function readAddress({ email, phone }: ResendRequest, type: ResendType): Address {
  if (TYPES[type].address === 'email') {
    if (!email) throw new AuthError('validation_failed', 'Type provided requires an email address');
    return { kind: 'email', value: emailAddress(email) };
  }
  if (!phone) throw new AuthError('validation_failed', 'Type provided requires a phone number');
  return { kind: 'phone', value: phoneNumber(phone) };
}

function checkEnabled({ settings }: AuthContext, { kind }: Address): void {
  if (kind === 'email' && !settings.external_email_enabled) throw new AuthError('email_provider_disabled');
  if (kind === 'phone' && !settings.external_phone_enabled) throw new AuthError('phone_provider_disabled');
}
