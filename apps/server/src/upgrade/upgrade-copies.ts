import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackupError,
  type ClusterBackups,
  type ClusterDriver,
  type Log,
  openClusterBackups,
  openFolderStore,
  PLATFORM_REF,
} from '@basalt/clusters';
import { readMigrationState } from '@basalt/platform';
import { type Home, HomeError, writeAtomically } from '../home.ts';
import { usedVersion } from './used-version.ts';

/** So many are kept: the state before this upgrade, and the one before that. */
const KEPT = 2;

/** The platform's database as it was before an upgrade. */
export interface UpgradeCopy {
  id: string;
  /** Its newest migration. */
  migration: string;
  /** The version of Basalt that had served from it. Null: one that did not write it down. */
  version: string | null;
  takenAt: string;
}

interface Parts {
  home: Home;
  clusters: ClusterDriver;
  log: Log;
}

/** Where the copies are, as backups of one cluster in a folder of their own. */
export async function openCopies({ home, clusters, log }: Parts): Promise<ClusterBackups> {
  const folder = folderOf(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return openClusterBackups({ driver: clusters, store: await openFolderStore(folder), log });
}

/** All that are complete, the newest first. */
export async function listCopies(home: Home): Promise<UpgradeCopy[]> {
  const names = await readdir(folderOf(home)).catch(() => []);
  const copies = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => JSON.parse(await readFile(join(folderOf(home), name), 'utf8')) as UpgradeCopy);
  return (await Promise.all(copies)).sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/**
 * Keeps a copy of the platform's running database where this version would change its tables: what an upgrade goes back to. Killed
 * half-way it has kept nothing, and the next start begins anew, because nothing was changed yet.
 * @throws HomeError when there is no room for one
 */
export async function copyBeforeUpgrade(
  parts: Parts,
  databaseUrl: string,
  say: (text: string) => void,
): Promise<UpgradeCopy | null> {
  const { home, log } = parts;
  const { applied, pending, unknown } = await readMigrationState(databaseUrl);
  if (applied === null || pending.length === 0 || unknown.length > 0) return null;
  say("Keeping a copy of the platform's database, and bringing it up to date …");
  const backups = await openCopies(parts);
  const base = await backups.takeBase(PLATFORM_REF).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
    throw new HomeError(
      `The platform's database is not brought up to date, because no copy of it could be kept. ${error.message}`,
      { cause: error },
    );
  });
  const copy: UpgradeCopy = {
    id: base.id,
    migration: applied,
    version: await usedVersion(home),
    takenAt: base.finishedAt.toISOString(),
  };
  await writeAtomically(recordOf(home, copy.id), `${JSON.stringify(copy)}\n`, 0o600);
  log('info', { ...copy, pending }, "a copy of the platform's database was kept before the upgrade");
  await forgetOthers(home, backups);
  return copy;
}

/** Copies of long ago, and what copies that were killed have left. */
async function forgetOthers(home: Home, backups: ClusterBackups): Promise<void> {
  const kept = (await listCopies(home)).slice(0, KEPT).map(({ id }) => id);
  for (const { id } of await backups.list(PLATFORM_REF)) {
    if (kept.includes(id)) continue;
    await rm(recordOf(home, id), { force: true });
    await backups.remove(PLATFORM_REF, id);
  }
}

function folderOf(home: Home): string {
  return join(home.path, 'upgrades');
}

function recordOf(home: Home, id: string): string {
  return join(folderOf(home), `${id}.json`);
}
