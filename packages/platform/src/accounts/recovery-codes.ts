import type { Database, Transaction } from '../kernel/open-database.ts';
import { hashToken, randomLetters } from '../kernel/tokens.ts';

const RECOVERY_CODES = 10;
const HALF_OF_CODE = 6;

/** Makes new ones, in place of those that are left. They are known only this once: hashes are kept. */
export async function replaceRecoveryCodes(transaction: Transaction, accountId: string): Promise<string[]> {
  await dropRecoveryCodes(transaction, accountId);
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomLetters(2 * HALF_OF_CODE));
  await transaction
    .insertInto('account_recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashToken(code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, HALF_OF_CODE)}-${code.slice(HALF_OF_CODE)}`);
}

/** Uses a code up, whether there was one. @param code without spaces and hyphens, in lower case */
export async function takeRecoveryCode(
  transaction: Transaction,
  accountId: string,
  code: string,
): Promise<boolean> {
  const used = await transaction
    .deleteFrom('account_recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export async function dropRecoveryCodes(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute();
}

export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('account_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}
