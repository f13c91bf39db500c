import { createHash } from 'node:crypto';
import type { Transaction } from './run-transaction.ts';

/**
 * Notes that a proof was used, and says whether it is the first time: who sees one on its way must not sign in with it once more.
 * What is noted is kept for a day.
 * @param kind of which kind it is, for whoever reads the table
 */
export async function useOnce(tx: Transaction, now: Date, kind: string, proof: string): Promise<boolean> {
  const id = createHash('sha256').update(proof).digest('hex').slice(0, 32);
  const taken = await tx.query(
    `insert into auth.oauth_client_states (id, provider_type, created_at) values ($1::uuid, $2, $3)
     on conflict (id) do nothing returning id`,
    [id, kind, now.toISOString()],
  );
  return taken.length > 0;
}
