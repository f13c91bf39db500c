import type { AuthContext } from '../auth-context.ts';
import { callHook, hookKind } from '../hooks/call/call-hook.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import { type SmsMessage, smsTestCode } from '../sms/sms-port.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { sendInTime } from './send-in-time.ts';

/**
 * Sends a code to a phone: by the project's hook where it has one, else by its provider.
 * @param takeBack runs when the message fails after the commit
 * @throws {AuthError} sms_send_failed, what the hook refuses with
 */
export async function deliverCode(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  message: SmsMessage,
  takeBack: () => Promise<unknown>,
): Promise<{ messageId: string | null }> {
  const { services, project, settings } = context;
  const kind = hookKind(context, 'send_sms');
  if (kind === null || smsTestCode(settings, message.to) !== null)
    return services.sendSms(project, tx, message, takeBack);
  const sms = {
    otp: message.code,
    phone: message.to,
    ...(message.kind === 'mfa' ? { sms_type: 'mfa' } : {}),
  };
  const payload = { user: presentUser(await loadUserParts(tx, user)), sms };
  await sendInTime(
    tx,
    kind === 'address',
    (within) => callHook(context, 'send_sms', payload, within),
    takeBack,
  );
  return { messageId: null };
}
