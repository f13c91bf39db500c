import type pg from 'pg';
import type { BlockerCheck, UpgradeBlocker, UpgradeTarget } from './upgrade-blocker.ts';

/** What one rule finds. */
export async function runCheck(
  client: pg.Client,
  { kind, sql, parameters, message }: BlockerCheck,
  target: UpgradeTarget,
): Promise<UpgradeBlocker[]> {
  const { rows } = await client.query<Record<string, string>>(sql, parameters?.(target) ?? []);
  return rows.map((row) => ({ kind, name: row.name ?? '', message: message(row, target) }));
}
