import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupStore, openFolderStore } from '@basalt/clusters';
import type { Sealing } from '@basalt/object-store/sealing';
import { type BackupBucket, type Config, ConfigError } from './config.ts';
import type { Home } from './home.ts';
import { settlePlace } from './settle-place.ts';

const folderOf = (home: Home): string => join(home.path, 'backups');

/** Where backups are kept: in a folder of this machine, or in a bucket, whose client is loaded only then. */
export async function openBackupStore({ backupBucket }: Config, home: Home): Promise<BackupStore> {
  if (backupBucket === null) return openFolderStore(folderOf(home));
  const { openBucketStore } = await import('@basalt/clusters/bucket-store');
  return openBucketStore({ ...backupBucket, sealing: await sealingOf(backupBucket) });
}

/** Refuses a start that would lose sight of backups. @throws ConfigError */
export async function settleBackupStore({ backupBucket }: Config, home: Home): Promise<void> {
  const folder = folderOf(home);
  const sealing = backupBucket && (await sealingOf(backupBucket));
  return settlePlace(
    {
      what: 'backups',
      setting: 'BASALT_BACKUPS_S3_BUCKET',
      store: backupBucket && { ...backupBucket, sealedFor: sealing?.recipient ?? null },
      folder,
      hasLocal: async () => (await readdir(folder).catch(() => [])).some((name) => !name.startsWith('.')),
      record: 'backup-store.json',
    },
    home,
  );
}

async function sealingOf({ sealingKey }: BackupBucket): Promise<Sealing | null> {
  if (sealingKey === null) return null;
  const { sealingWith } = await import('@basalt/object-store/sealing');
  try {
    return await sealingWith(sealingKey);
  } catch {
    throw new ConfigError('BASALT_BACKUPS_KEY has a wrong character: its checksum does not fit.');
  }
}
