import type pg from 'pg';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { toQueryError } from '../../errors/query-error.ts';
import { allOrNone } from '../connection/all-or-none.ts';
import { withTransferClient } from '../connection/transfer-client.ts';

const AT_ONCE = 50;

/**
 * Like {@link analyze}, on two connections: a core can be busy with the one while the other reads. Tables that the user of the
 * target must not analyze are left out by the server.
 */
export async function analyzeAll(
  target: ConnectionTarget,
  tables: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const half = (own: 0 | 1) => (inner: AbortSignal) =>
    withTransferClient(target, inner, (client) =>
      analyze(
        client,
        tables.filter((_, index) => index % 2 === own),
      ),
    );
  await allOrNone(signal, [half(0), half(1)]);
}

/**
 * Collects statistics for the planner. What it cannot do now (an index whose function fails, say) is left to autovacuum.
 * Throws only when the connection is gone.
 */
async function analyze(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const some = tables.slice(at, at + AT_ONCE);
    if (await succeeds(client, some)) continue;
    for (const table of some) await succeeds(client, [table]);
  }
}

async function succeeds(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  try {
    await client.query(`analyze ${tables.join(', ')}`);
    return true;
  } catch (error) {
    const known = toQueryError(error);
    if (/^(08|57P|57014)/.test(known.code)) throw known;
    return false;
  }
}
