import type { StorageConfigChanges } from '@basalt/contract';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { StoredStorage } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { readStoredStorage } from './storage-settings.ts';

/**
 * Changes what holds for a project's files. The gateway hears of it at once.
 * @throws PlatformError `bad_request` when something is to be switched on that is not offered
 */
export async function changeStorageConfig(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
  changes: StorageConfigChanges,
): Promise<StoredStorage> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const { fileSizeLimit, quota, features = {} } = changes;
  for (const name of ['purgeCache', 'icebergCatalog', 'vectorBuckets'] as const)
    if (features[name]?.enabled === true)
      throw new PlatformError('bad_request', `features.${name}: This is not offered here.`, {
        field: `features.${name}`,
      });
  return db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const former = await readStoredStorage(transaction, project.id);
    const stored: StoredStorage = {
      ...former,
      ...(fileSizeLimit === undefined ? {} : { fileSizeLimit }),
      ...(quota === undefined ? {} : { quota }),
      ...(features.imageTransformation === undefined
        ? {}
        : { imageTransformation: features.imageTransformation.enabled }),
      ...(features.s3Protocol === undefined ? {} : { s3Protocol: features.s3Protocol.enabled }),
    };
    await transaction
      .updateTable('project_api_settings')
      .set({ storage: JSON.stringify(stored) })
      .where('project_id', '=', project.id)
      .execute();
    await recordChange(transaction, difference(former, stored));
    return stored;
  });
}
