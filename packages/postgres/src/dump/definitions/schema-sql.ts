import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { PLATFORM_SCHEMAS } from '../objects/project-rules.ts';
import { runPgDump } from './run-pg-dump.ts';

// Subscriptions would hold another server's password, and would all start to receive.
const LEFT = ['--no-subscriptions', '--no-tablespaces'];

export type Section = 'pre-data' | 'post-data';

/** The definitions before the rows (types, tables, functions, views) or after them (indexes, constraints, triggers, policies). */
export function schemaSql(
  source: ConnectionTarget,
  section: Section,
  snapshot: string,
  signal: AbortSignal,
): Promise<string> {
  return runPgDump(source, [`--section=${section}`, `--snapshot=${snapshot}`, ...LEFT], signal);
}

/** Owners, privileges, comments and publications are put together from names instead. */
const COMPOSED = [
  ...['--no-owner', '--no-privileges', '--no-comments', '--no-publications', '--no-security-labels'],
];

/**
 * The same of what users made alone.
 * @param tables of the platform, as SQL, in schemas where there may be objects of users' too
 */
export function usersSchemaSql(
  source: ConnectionTarget,
  section: Section,
  { snapshot, tables }: { snapshot: string; tables: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  const without = [
    ...PLATFORM_SCHEMAS.filter((schema) => schema !== 'realtime').map((name) => `--exclude-schema=${name}`),
    ...tables.filter((name) => name.startsWith('realtime.')).map((name) => `--exclude-table=${name}`),
  ];
  const args = [`--section=${section}`, `--snapshot=${snapshot}`, ...LEFT, ...COMPOSED, ...without];
  return runPgDump(source, args, signal);
}
