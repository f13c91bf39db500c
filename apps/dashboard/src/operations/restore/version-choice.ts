import type { AvailableVersion } from '@basalt/contract';

/** What the version picker keeps: `engine|channel`. */
export function encodeVersion({
  postgres_engine,
  release_channel,
}: Pick<AvailableVersion, 'postgres_engine' | 'release_channel'>): string {
  return `${postgres_engine}|${release_channel}`;
}

/** The two parts of a choice; null for what the picker cannot have given. */
export function decodeVersion(choice: string): { postgres_engine: string; release_channel: string } | null {
  const [postgres_engine = '', release_channel = '', ...rest] = choice.split('|');
  if (postgres_engine === '' || release_channel === '' || rest.length > 0) return null;
  return { postgres_engine, release_channel };
}

/** By version string. */
export function sortVersions(versions: readonly AvailableVersion[]): AvailableVersion[] {
  return versions.toSorted((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
}

/** The first of the channel `ga`, else the first, as a choice; empty when there is none. */
export function defaultChoice(versions: readonly AvailableVersion[]): string {
  const sorted = sortVersions(versions);
  const chosen = sorted.find(({ release_channel }) => release_channel === 'ga') ?? sorted[0];
  return chosen === undefined ? '' : encodeVersion(chosen);
}

/** The wanted choice while it is offered, else the default one. */
export function currentChoice(versions: readonly AvailableVersion[], wanted: string): string {
  return versions.some((version) => encodeVersion(version) === wanted) ? wanted : defaultChoice(versions);
}

/** "17.6" from `supabase-postgres-17.6`. */
export function versionText({ version }: Pick<AvailableVersion, 'version'>): string {
  return version.replace(/^supabase-postgres-/, '');
}
