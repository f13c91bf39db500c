import type { Database } from '../kernel/open-database.ts';

/** What lies on a project's disk right now, in the sample of this minute. */
export async function writeDiskUse(db: Database, projectId: number, at: Date, bytes: number): Promise<void> {
  await db
    .insertInto('resource_samples')
    .values({ project_id: projectId, at: minuteOf(at), disk_bytes: bytes })
    .onConflict((conflict) => conflict.columns(['project_id', 'at']).doUpdateSet({ disk_bytes: bytes }))
    .execute();
}

/** Samples are taken on the full minute, give or take the accuracy of timers. */
export function minuteOf(moment: Date): Date {
  return new Date(Math.round(moment.getTime() / 60_000) * 60_000);
}
