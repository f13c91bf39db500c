import type { ClusterAddress } from '@basalt/clusters';
import { type Config, ConfigError } from './config.ts';
import { explainDatabaseUrl } from './operator-mistakes.ts';

/** Connection string of the platform's own cluster on this machine. */
export function platformDatabaseUrl({ user, database, host, port }: ClusterAddress): string {
  // The host of the query string counts; the other is there because a URL must have one.
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** What an error of the platform's database is to whoever runs Basalt: a mistake in DATABASE_URL, where he has set one. */
export function wordDatabaseError({ databaseUrl }: Pick<Config, 'databaseUrl'>, error: unknown): unknown {
  const problem = databaseUrl === null ? null : explainDatabaseUrl(error);
  return problem === null ? error : new ConfigError(problem);
}
