import type { Transaction } from '../store/transaction.ts';
import type { SmsMessage } from './sms-port.ts';

/** Delivers text messages. */
export interface SmsProvider {
  /**
   * @param body the whole text, code included
   * @returns the provider's id of the message
   * @throws {AuthError} sms_send_failed
   */
  deliver(tx: Transaction, message: SmsMessage, body: string): Promise<{ messageId: string }>;
}
