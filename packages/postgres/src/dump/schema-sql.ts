import type { ConnectionTarget } from '../connection-target.ts';
import { runPgDump } from './run-pg-dump.ts';

/** The definitions before the rows (types, tables, functions, views) or after them (indexes, constraints, triggers, policies). */
export function schemaSql(
  source: ConnectionTarget,
  section: 'pre-data' | 'post-data',
  snapshot: string,
  signal: AbortSignal,
): Promise<string> {
  // Subscriptions would hold another server's password, and would all start to receive.
  const left = ['--no-subscriptions', '--no-tablespaces'];
  return runPgDump(source, [`--section=${section}`, `--snapshot=${snapshot}`, ...left], signal);
}
