/** Plans without values exist since this version of Postgres. */
const GENERIC_PLANS_SINCE = 16;

/**
 * A recorded statement with `explain` before it. The record has `$1` in place of values, so the plan must be one that
 * holds for any; Postgres 15 cannot make such, and whoever asks has to put values in.
 */
export function explainSql(query: string, postgresVersion: string): string {
  if (!/\$\d/.test(query)) return `explain\n${query}`;
  return Number.parseInt(postgresVersion, 10) >= GENERIC_PLANS_SINCE
    ? `explain (generic_plan)\n${query}`
    : `-- Put a value in place of each $1, $2 …\nexplain\n${query}`;
}
