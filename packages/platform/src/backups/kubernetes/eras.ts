import type { KeptBackup } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { isActive } from '../../projects/transitions.ts';
import { assertRecoverable } from '../recovery/recovery-request.ts';

/** The time in which a project had one major version, which has an archive of its own. */
export interface Era {
  engine: PostgresEngine;
  /** When it ended; null: it is the present one. */
  endedAt: Date | null;
}

/** Moments of one era that can be restored. */
export interface Window {
  engine: PostgresEngine;
  earliest: Date;
  latest: Date;
  isPresent: boolean;
}

/** The eras of a project, oldest first. */
export async function readEras(db: Database, project: ProjectRow): Promise<Era[]> {
  const upgrades = await db
    .selectFrom('operations')
    .select(['input', 'result'])
    .where('project_id', '=', project.id)
    .where('kind', '=', 'upgrade')
    .orderBy('started_at')
    .execute();
  const former = upgrades.flatMap(({ input, result }): Era[] =>
    result.is_upgraded === true && typeof result.left_at === 'string'
      ? [{ engine: input.from as PostgresEngine, endedAt: new Date(result.left_at) }]
      : [],
  );
  return [...former, { engine: project.postgres_engine, endedAt: null }];
}

/**
 * What can be restored, oldest first. Changes are replayed from a backup of the same version. Of a project that runs the newest are
 * brought to the archive.
 */
export function windowsOf(
  { status, postgres_engine }: Pick<ProjectRow, 'status' | 'postgres_engine'>,
  eras: readonly Era[],
  backups: readonly KeptBackup[],
  now: Date,
): Window[] {
  return eras.flatMap(({ engine, endedAt }) => {
    if (endedAt === null && !isActive(status)) return [];
    const ends = backups.flatMap(({ isRestorable, major, finishedAt }) =>
      isRestorable && finishedAt !== null && String(major ?? postgres_engine) === engine ? [finishedAt] : [],
    );
    const earliest = new Date(Math.min(...ends.map(Number)));
    const latest = endedAt ?? now;
    return ends.length === 0 || earliest > latest
      ? []
      : [{ engine, earliest, latest, isPresent: endedAt === null }];
  });
}

/** The first and the last moment; null: there is none. Between two eras some cannot be restored. */
export function edgesOf(windows: readonly Window[]): Pick<Window, 'earliest' | 'latest'> | null {
  const [first, last] = [windows[0], windows.at(-1)];
  return first === undefined || last === undefined ? null : { earliest: first.earliest, latest: last.latest };
}

/** The era of a moment. @throws PlatformError `bad_request`, `conflict` for a moment that cannot be restored */
export function windowAt(windows: readonly Window[], at: Date, now: Date): Window {
  assertRecoverable(at, edgesOf(windows), now);
  const found = windows.findLast(({ earliest, latest }) => at >= earliest && at <= latest);
  if (found !== undefined) return found;
  const next = windows.find(({ earliest }) => earliest > at);
  throw new PlatformError(
    'bad_request',
    `The project was being upgraded then, and the first backup of PostgreSQL ${next?.engine ?? ''} was still to come. Choose a moment before, or after ${next?.earliest.toISOString()}.`,
    { field: 'at' },
  );
}
