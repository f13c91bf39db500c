import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ThirdPartyAuthRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { resolveKeys } from './resolve-keys.ts';

const EVERY_MS = 60_000;
/** Issuers publish a new key long before they sign with it. */
const FRESH_FOR_MINUTES = 10;
const AT_ONCE = 200;
const TURNS = { parallel: 4, turnMs: 30_000 };

type Needs = Pick<Dependencies, 'db' | 'outgoing' | 'log'>;

/** Reads the keys of issuers anew, each every ten minutes. Where that fails, the former ones hold. */
export function startKeepingKeys(needs: Needs): { stop(): Promise<void> } {
  let atWork = Promise.resolve();
  const timer = setInterval(() => {
    atWork = atWork
      .then(() => refreshKeys(needs))
      .catch((error: unknown) => needs.log('error', { err: error }, 'reading keys of other issuers failed'));
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await atWork;
    },
  };
}

/** Reads the keys of those whose were not asked for in the last minutes. */
export async function refreshKeys({ db, outgoing, log }: Needs): Promise<void> {
  const due = await db
    .selectFrom('third_party_auth')
    .selectAll()
    .where('custom_jwks', 'is', null)
    .where('tried_at', '<', sql<Date>`now() - make_interval(mins => ${sql.lit(FRESH_FOR_MINUTES)})`)
    .orderBy('tried_at')
    .limit(AT_ONCE)
    .execute();
  await takeTurns(due, TURNS, refresh);

  async function refresh(row: ThirdPartyAuthRow): Promise<void> {
    const of = db.updateTable('third_party_auth').where('id', '=', row.id);
    try {
      const resolved = await resolveKeys(row, outgoing);
      const isSame = isDeepStrictEqual(resolved, row.resolved_jwks);
      const now = new Date();
      await of
        .set({
          tried_at: now,
          resolved_at: now,
          ...(!isSame && { resolved_jwks: JSON.stringify(resolved), updated_at: now }),
        })
        .execute();
    } catch (error) {
      log('warn', { integration: row.id, err: error }, 'the keys of another issuer could not be read anew');
      await of.set({ tried_at: new Date() }).execute();
    }
  }
}
