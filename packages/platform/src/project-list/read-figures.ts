import { type ListedProject, REQUEST_DAYS } from '@basalt/contract';
import { lastBackups } from '../backups/store.ts';
import type { Database } from '../kernel/open-database.ts';
import { lastDiskBytes } from '../resources/store.ts';
import { lastMeasured, sumRequests } from '../usage/store.ts';

const DAY_MS = 86_400_000;

export type Figures = Pick<ListedProject, 'disk_bytes' | 'last_backup_at' | 'requests'>;

/** What a list tells of each of several projects, by project id: as many queries for one as for many. */
export async function readFigures(
  db: Database,
  projectIds: readonly number[],
  now: Date,
): Promise<(projectId: number) => Figures> {
  const days = Array.from({ length: REQUEST_DAYS }, (_, place) =>
    new Date(now.getTime() - (REQUEST_DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
  const [disks, measured, backups, requests] = await Promise.all([
    lastDiskBytes(db, projectIds),
    lastMeasured(db, projectIds, 'database_bytes'),
    lastBackups(db, projectIds),
    sumRequests(db, projectIds, days[0] ?? ''),
  ]);
  const ofProjects = Map.groupBy(requests, ({ projectId }) => projectId);
  return (id) => {
    const counts = new Map(ofProjects.get(id)?.map(({ day, value }) => [day, value]));
    return {
      // Of what is paused for long no sample is kept.
      disk_bytes: disks.get(id) ?? measured.get(id) ?? null,
      last_backup_at: backups.get(id)?.toISOString() ?? null,
      requests: days.map((day) => counts.get(day) ?? 0),
    };
  };
}
