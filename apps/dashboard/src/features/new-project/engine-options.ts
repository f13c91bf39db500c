import {
  type AvailableVersion,
  DEFAULT_POSTGRES_ENGINE,
  type PostgresEngine,
  type Region,
} from '@basalt/contract';

/** Where projects run: on this installation. */
const PROVIDER = 'LOCAL';

/** Asks for the versions that a new project can have; not for `_`, an organization or a region that nobody has chosen yet. */
export function versionsQuestion(slug: string, region: Region | undefined) {
  const input = { slug, provider: PROVIDER, ...(region === undefined ? {} : { region }) };
  return { input, enabled: slug !== '_' && region !== undefined };
}

/** The versions a new project can run, newest first, one entry per major version. */
export function engineOptions(
  versions: readonly AvailableVersion[],
): Array<{ value: PostgresEngine; label: string }> {
  const engines = new Set(versions.map((version) => version.postgres_engine));
  if (engines.size === 0) engines.add(DEFAULT_POSTGRES_ENGINE);
  return [...engines]
    .toSorted((a, b) => Number(b) - Number(a))
    .map((value) => ({ value, label: value === DEFAULT_POSTGRES_ENGINE ? `${value} (default)` : value }));
}

/** The wanted version when it is offered, else the default, else the newest; undefined while nothing is known. */
export function chooseEngine(
  versions: readonly AvailableVersion[],
  wanted: string,
): PostgresEngine | undefined {
  const offered = versions.length === 0 ? [] : engineOptions(versions).map((option) => option.value);
  return (
    offered.find((engine) => engine === wanted) ??
    offered.find((engine) => engine === DEFAULT_POSTGRES_ENGINE) ??
    offered[0]
  );
}
