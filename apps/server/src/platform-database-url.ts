import type { ClusterAddress } from '@basalt/clusters';

/** Connection string of the platform's own cluster on this machine. */
export function platformDatabaseUrl({ user, database, host, port }: ClusterAddress): string {
  // The host of the query string counts; the other is there because a URL must have one.
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
