import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { lockProject } from '../projects/lock-project.ts';
import { readStoredStorage } from '../storage-config/storage-settings.ts';

/** The gateway knows them all by heart. */
const MAX_QUOTAS = 1_000;

/** How much buckets of a project may hold, in bytes, by bucket. */
export async function readBucketQuotas(db: Database, projectId: number): Promise<Map<string, number>> {
  const { bucketQuotas = {} } = await readStoredStorage(db, projectId);
  return new Map(Object.entries(bucketQuotas));
}

/**
 * Sets how much a bucket may hold, in bytes; null for no limit of its own. It belongs to the project's settings, as the table of buckets is
 * shaped as the public ecosystem knows it. The gateway hears of it at once.
 * @throws PlatformError `bad_request` when there are too many
 */
export async function setBucketQuota(
  db: Database,
  projectId: number,
  { bucket, quota }: { bucket: string; quota: number | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, projectId);
    const stored = await readStoredStorage(transaction, projectId);
    const quotas = new Map(Object.entries(stored.bucketQuotas ?? {}));
    if (quota === (quotas.get(bucket) ?? null)) return;
    if (quota === null) quotas.delete(bucket);
    else quotas.set(bucket, quota);
    if (quotas.size > MAX_QUOTAS)
      throw new PlatformError('bad_request', `At most ${MAX_QUOTAS} buckets can have a quota.`, {
        field: 'quota',
      });
    const storage = JSON.stringify({ ...stored, bucketQuotas: Object.fromEntries(quotas) });
    await transaction
      .updateTable('project_api_settings')
      .set({ storage })
      .where('project_id', '=', projectId)
      .execute();
  });
}
