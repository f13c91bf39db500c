import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BackupError,
  type BackupStore,
  type ClusterBackups,
  type ClusterDriver,
  type Log,
  openClusterBackups,
  PLATFORM_REF,
  type PostgresMajor,
} from '@basalt/clusters';
import { openFunctionStore } from '@basalt/functions';
import { listStoredProjects } from '@basalt/platform';
import { type BackupBucket, type Config, ConfigError } from '../config.ts';
import { functionsFolder } from '../functions-folder.ts';
import { type Home, HomeError, writeAtomically } from '../home.ts';
import { platformDatabaseUrl } from '../platform-database-url.ts';
import { putSecretKey, readSecretKey } from '../secret-key.ts';
import { bringFunctionsBack } from './function-copies.ts';
import { openBucket, placeOfBackups } from './open-backup-store.ts';
import { claimStore, installationId, readOwner } from './store-owner.ts';
import { readStoredSecretKey } from './stored-secret-key.ts';

/** What clusters are called while they are being restored. */
const SCRATCH = 'of-store-';
/** A store that does not answer is asked again, after one, two, four, … seconds. */
const MOST_ATTEMPTS = 6;

const markerOf = (home: Home): string => join(home.path, 'restoring.json');

/**
 * Whether this start has to bring an installation back. From the first look until everything is there a file in the home says so: a
 * start that was cut short goes on, and nothing half restored is ever served.
 * @throws ConfigError, HomeError when the home is somebody's already, or the bucket holds no installation
 */
export async function beginRestore(config: Config, home: Home): Promise<boolean> {
  const marker = markerOf(home);
  const restoring = await readFile(marker, 'utf8').catch(nullIfMissing);
  if (!config.restores) {
    if (restoring === null) return false;
    throw new ConfigError(
      `${home.path} is being restored, and that is not done: start with --restore-from and the same bucket again, or delete the folder.`,
    );
  }
  const bucket = checkRestorable(config);
  const place = await placeOfBackups(config);
  if (restoring === place) return true;
  if (restoring !== null)
    throw new ConfigError(`${home.path} is being restored from ${restoring}: restore it from there.`);
  const store = await openBucket(bucket);
  if ((await readSecretKey(home)) !== null) {
    if (await isOwner(store, home)) return false;
    throw new HomeError(
      `${home.path} holds an installation already. Set BASALT_HOME to an empty folder to restore another one.`,
    );
  }
  await checkStored(store);
  await writeAtomically(marker, place ?? '', 0o600);
  return true;
}

/** Started once more with the same options: everything has been restored, and is in use. A store that does not answer says nothing else. */
async function isOwner(store: BackupStore, home: Home): Promise<boolean> {
  const owner = await readOwner(store).catch(() => null);
  return owner === null || owner.installation === (await installationId(home));
}

function checkRestorable({ databaseUrl, backupBucket }: Config): BackupBucket {
  if (databaseUrl !== null)
    throw new ConfigError(
      'DATABASE_URL names the database of the platform, which --restore-from would restore: leave one of the two out.',
    );
  if (backupBucket === null || backupBucket.sealingKey === null)
    throw new ConfigError(
      'BASALT_BACKUPS_KEY must be set to restore an installation: its passwords and keys are only kept where backups are encrypted.',
    );
  return backupBucket;
}

async function checkStored(store: BackupStore): Promise<void> {
  const secretKey = await readStoredSecretKey(store).catch((error: unknown) => {
    if (error instanceof BackupError && error.code === 'damaged')
      throw new ConfigError(
        `What --restore-from names cannot be read with BASALT_BACKUPS_KEY. ${error.message}`,
      );
    throw error;
  });
  if (secretKey === null)
    throw new ConfigError(
      'What --restore-from names holds no installation: look at the bucket and at what its keys begin with.',
    );
}

export interface RestoreParts {
  config: Config;
  home: Home;
  clusters: ClusterDriver;
  store: BackupStore;
  /** Where what belongs to no project is. */
  elsewhere: BackupStore;
  log: Log;
  say: (text: string) => void;
}

/**
 * Makes an installation again from its backups alone: the platform's database, the key that seals secrets, the databases of all
 * projects in their newest state, and functions. What is there already stays, so it may be cut short and repeated. From now on this
 * machine writes to the store, and the one that did before is refused.
 * @throws BackupError, ClusterError when the store does not answer, or the disk is full
 */
export async function restoreInstallation(parts: RestoreParts): Promise<void> {
  const { config, home, clusters, store, elsewhere, log, say } = parts;
  const started = performance.now();
  await claimStore(await openBucket(checkRestorable(config)), await installationId(home));
  const backups = openClusterBackups({ driver: clusters, store, log });
  const restoring = { clusters, backups, log };
  say('Restoring accounts, organizations and settings …');
  await bringBack(restoring, { ref: PLATFORM_REF, kind: 'platform', port: null });
  const secretKey = await patiently(() => readStoredSecretKey(elsewhere));
  if (secretKey !== null) await putSecretKey(home, secretKey);
  const { address } = await clusters.start(PLATFORM_REF);
  const projects = await listStoredProjects(platformDatabaseUrl(address));
  for (const [index, { ref, name, port }] of projects.entries()) {
    const which = `${name} (${ref})`;
    say(`Restoring project ${index + 1} of ${projects.length}: ${which} …`);
    const problem = await bringBack(restoring, { ref, kind: 'project', port }).catch(unlessOfThisProject);
    if (problem !== null) say(`${which} was not restored. ${problem}`);
  }
  say('Restoring functions …');
  await patiently(() => bringFunctionsBack(elsewhere, openFunctionStore(functionsFolder(home))));
  for (const scratch of await clusters.listScratch())
    if (scratch.startsWith(SCRATCH)) await clusters.remove(scratch);
  await clusters.flush();
  await rm(markerOf(home));
  say(`Restored ${projects.length} projects in ${Math.round((performance.now() - started) / 1000)} s.`);
}

interface Restoring {
  clusters: ClusterDriver;
  backups: ClusterBackups;
  log: Log;
}

/** @returns why there was nothing to bring back; null: it is there */
async function bringBack(
  { clusters, backups, log }: Restoring,
  cluster: { ref: string; kind: 'platform' | 'project'; port: number | null },
): Promise<string | null> {
  const { ref } = cluster;
  if ((await clusters.status(ref)) !== 'absent') return null;
  const bases = await patiently(() => backups.list(ref));
  const newest = bases.at(-1);
  if (newest === undefined) return 'It was not backed up yet.';
  const scratch = `${SCRATCH}${ref}`;
  const restore = (target: Parameters<ClusterBackups['restore']>[0]['target']): Promise<PostgresMajor> =>
    patiently(async () => (await backups.restore({ ref, scratch, target })).major);
  const major = await restore({ kind: 'latest' }).catch((error: unknown) => {
    // Where changes are not archived, only what whole backups hold can be restored.
    if (!isCode(error, 'gap', 'out_of_range')) throw error;
    log('warn', { ref, err: error }, 'the newest backup is restored, without the changes since');
    return restore({ kind: 'backup', id: newest.id });
  });
  await clusters.create({ ...cluster, major }, { scratch });
  return null;
}

/** What is wrong with one project keeps nobody from restoring the others. */
function unlessOfThisProject(error: unknown): string {
  if (isCode(error, 'damaged', 'foreign', 'gap', 'out_of_range', 'not_found'))
    return (error as Error).message;
  throw error;
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isCode(error, 'archive_failed')) throw error;
      await sleep(500 * 2 ** attempt);
    }
  }
}

function isCode(error: unknown, ...codes: BackupError['code'][]): boolean {
  return error instanceof BackupError && codes.includes(error.code);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
