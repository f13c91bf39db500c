import type { AvailableVersion } from '@basalt/contract';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';

type Engine = Pick<ProjectRow, 'postgres_engine' | 'release_channel'>;

/** A choice of the version picker; what is left out does not matter. */
export interface WantedVersion {
  postgres_engine?: string | undefined;
  release_channel?: string | undefined;
}

/** With what a paused project can be restored: its own version. A newer one is an upgrade, afterwards. */
export function restoreVersionsOf({ postgres_engine, release_channel }: Engine): AvailableVersion[] {
  return [{ version: `supabase-postgres-${postgres_engine}`, postgres_engine, release_channel }];
}

/** @throws PlatformError `bad_request` when the project cannot be restored with the version that somebody chose */
export function assertRestorableWith(project: Engine, wanted: WantedVersion): void {
  const available = restoreVersionsOf(project);
  const { postgres_engine: engine, release_channel: channel } = wanted;
  const fits = available.some(
    (version) =>
      (engine === undefined || engine === version.postgres_engine) &&
      (channel === undefined || channel === version.release_channel),
  );
  if (fits) return;
  throw new PlatformError(
    'bad_request',
    `This project can only be restored with PostgreSQL ${project.postgres_engine} (${project.release_channel}). Restore it, then upgrade it.`,
    { field: engine === undefined ? 'release_channel' : 'postgres_engine' },
  );
}
