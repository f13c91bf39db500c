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

const SECOND = 1_000;
const MINUTE = 60_000;

/** A time for people: `0.42 ms`, `12 ms`, `3.1 s`, `2 min 5 s`. */
export function milliseconds(time: number): string {
  if (time >= MINUTE) {
    const seconds = Math.round(time / SECOND);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  if (time >= SECOND) return `${(time / SECOND).toFixed(1)} s`;
  return time >= 10 ? `${Math.round(time)} ms` : `${time.toFixed(2)} ms`;
}
