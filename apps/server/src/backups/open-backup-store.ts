import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type BackupStore, type Log, openFolderStore } from '@basalt/clusters';
import { type FollowedStore, openFollowedStore } from '@basalt/clusters/followed-store';
import type { Sealing } from '@basalt/object-store/sealing';
import { type BackupBucket, type Config, ConfigError } from '../config.ts';
import type { Home } from '../home.ts';
import { type Place, placeOf, settlePlace } from '../settle-place.ts';
import { endLocalCopy, openLocalCopy, prepareLocalCopy } from './local-copy.ts';
import { installationId, readOwner, writtenBy } from './store-owner.ts';

/** Where in the home it is written down in which bucket backups are. */
const RECORD = 'backup-store.json';
/** What buckets that projects name lack is noted there. */
const COPIES = 'backup-copies';
const folderOf = (home: Home): string => join(home.path, 'backups');

/** The store of backups while it is used. */
export interface OpenBackupStore {
  store: FollowedStore;
  /** Where that is kept which only another machine needs. */
  elsewhere: BackupStore;
  /** Brings what is missing in the bucket there, as far as it takes it now, and ends. */
  close(): Promise<void>;
}

/** Where backups are kept: in a folder of this machine, in a bucket, whose client is loaded only then, or in both. */
export async function openBackupStore(
  { backupBucket }: Config,
  home: Home,
  log: Log,
): Promise<OpenBackupStore> {
  const followed = (store: BackupStore) => openFollowedStore(store, join(home.path, COPIES), log);
  if (backupBucket === null) {
    const folder = await openFolderStore(folderOf(home));
    const store = followed(folder);
    return { store, elsewhere: folder, close: () => store.close() };
  }
  const bucket = writtenBy(await openBucket(backupBucket), await installationId(home));
  if (!backupBucket.localCopy) {
    const store = followed(bucket);
    return { store, elsewhere: bucket, close: () => store.close() };
  }
  const copied = await openLocalCopy(folderOf(home), bucket, log);
  const store = followed(copied);
  return {
    store,
    elsewhere: bucket,
    async close() {
      await store.close();
      await copied.settle().catch(() => {});
      await copied.close();
    },
  };
}

/** The bucket as it is, whoever writes to it. */
export async function openBucket(backupBucket: BackupBucket): Promise<BackupStore> {
  const { openBucketStore } = await import('@basalt/clusters/bucket-store');
  return openBucketStore({ ...backupBucket, sealing: await sealingOf(backupBucket) });
}

/** The bucket as people are told it. Null: there is none. */
export async function placeOfBackups({ backupBucket }: Config): Promise<string | null> {
  return backupBucket && placeOf(await asPlace(backupBucket));
}

/** Refuses a start that would lose sight of backups. @throws ConfigError */
export async function settleBackupStore({ backupBucket }: Config, home: Home): Promise<void> {
  const folder = folderOf(home);
  const keepsCopy = backupBucket?.localCopy === true;
  const isKnown = (await readdir(home.path)).includes(RECORD);
  if (keepsCopy) await prepareLocalCopy(folder, isKnown ? 'bucket' : 'folder');
  await settlePlace(
    {
      what: 'backups',
      setting: 'BASALT_BACKUPS_S3_BUCKET',
      store: backupBucket && (await asPlace(backupBucket)),
      folder,
      hasLocal: async () => !keepsCopy && (await namesIn(folder)).length > 0,
      record: RECORD,
      ...(backupBucket && { trial: `${backupBucket.prefix}_installation/trial-` }),
    },
    home,
  );
  if (!keepsCopy) await endLocalCopy(folder, backupBucket !== null);
}

/** Refuses a bucket that another installation writes to. One that does not answer now is looked at before anything is written. @throws ConfigError */
export async function checkBackupOwner({ backupBucket }: Config, home: Home): Promise<void> {
  if (backupBucket === null) return;
  const owner = await readOwner(await openBucket(backupBucket)).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
    if (error.code !== 'damaged') return null;
    throw new ConfigError(
      'BASALT_BACKUPS_S3_BUCKET holds backups that are encrypted with another key than BASALT_BACKUPS_KEY.',
      { cause: error },
    );
  });
  if (owner === null || owner.installation === (await installationId(home))) return;
  throw new ConfigError(
    `BASALT_BACKUPS_S3_BUCKET holds the backups of another installation, which the machine ${owner.machine} has written since ${owner.since}. Use another bucket or BASALT_BACKUPS_S3_PREFIX, or start with --restore-from and an empty BASALT_HOME to go on with that installation here.`,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
}

async function asPlace(backupBucket: BackupBucket): Promise<Place> {
  return { ...backupBucket, sealedFor: (await sealingOf(backupBucket))?.recipient ?? null };
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
