import type pg from 'pg';

/** What one rule finds. */
export async function runCheck(
  client: pg.Client,
  { kind, sql, parameters, message }: BlockerCheck,
  target: UpgradeTarget,
): Promise<UpgradeBlocker[]> {
  const { rows } = await client.query<Record<string, string>>(sql, parameters?.(target) ?? []);
  return rows.map((row) => ({ kind, name: row.name ?? '', message: message(row, target) }));
}

export interface UpgradeBlocker {
  kind:
    | 'extension'
    | 'replication_slot'
    | 'prepared_transaction'
    | 'data_type'
    | 'unsupported_object'
    | 'sessions';
  name: string;
  /** One plain sentence: what stands in the way and what to do. */
  message: string;
}

/** One rule: a query whose rows are in the way, and what to say of each. */
export interface BlockerCheck {
  readonly kind: UpgradeBlocker['kind'];
  /** Answers at least `name`. Takes the parameters that `parameters` answers. */
  readonly sql: string;
  readonly parameters?: (target: UpgradeTarget) => unknown[];
  readonly message: (row: Record<string, string>, target: UpgradeTarget) => string;
}

export interface UpgradeTarget {
  readonly major: number;
  /** Extensions that the target's installation has. */
  readonly extensions: readonly string[];
}
