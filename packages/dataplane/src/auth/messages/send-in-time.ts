import type { Transaction } from '../store/run-transaction.ts';

/**
 * Sends at once, or after the commit what a slow server might take its time for, which must not hold the few connections of the
 * project. When that fails, `takeBack` runs before it is told: a message that nobody got must not make its reader wait for the next.
 * @param send gets the transaction while it is open
 */
export async function sendInTime(
  tx: Transaction,
  isSlow: boolean,
  send: (within?: Transaction) => Promise<unknown>,
  takeBack: () => Promise<unknown>,
): Promise<void> {
  if (!isSlow) {
    await send(tx);
    return;
  }
  tx.afterCommit(async () => {
    try {
      await send();
    } catch (error) {
      await takeBack().catch(() => {});
      throw error;
    }
  });
}
