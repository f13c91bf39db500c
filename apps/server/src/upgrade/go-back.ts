import { type LocalDriver, type Log, PLATFORM_REF } from '@basalt/clusters';
import { listStoredProjects, readMigrationState, type StoredProject } from '@basalt/platform';
import { ConfigError } from '../config.ts';
import type { Home } from '../home.ts';
import { platformDatabaseUrl } from '../platform-database-url.ts';
import { listCopies, openCopies, type UpgradeCopy } from './upgrade-copies.ts';

const SCRATCH = 'before-upgrade';
/** Under which the database that was gone back from is kept. */
const LEFT = 'after-upgrade';

export interface WayBack {
  copy: UpgradeCopy;
  /** Made since the copy, and unknown to it. */
  forgotten: StoredProject[];
  /** False: the database is in the state of the copy already, or `forgotten` has projects that nobody has agreed to forget. */
  done: boolean;
}

/**
 * Puts the platform's database back as it was before the newest upgrade. The databases of projects stay as they are. The one that was
 * in use is kept beside it. The change is one switch: killed at any point, either of the two is in place.
 * @param agrees projects that the copy does not know may be forgotten
 * @throws ConfigError where there is no way back
 */
export async function goBack(
  { home, clusters, log }: { home: Home; clusters: LocalDriver; log: Log },
  agrees: boolean,
): Promise<WayBack> {
  const [copy] = await listCopies(home);
  if (copy === undefined)
    throw new ConfigError(
      `${home.path} has no copy of a time before an upgrade. One is kept whenever a newer version first starts on it.`,
    );
  const present = platformDatabaseUrl((await clusters.start(PLATFORM_REF)).address);
  const projects = await listStoredProjects(present);
  const { applied } = await readMigrationState(present);
  if (applied === copy.migration) return { copy, forgotten: [], done: false };
  const backups = await openCopies({ home, clusters, log });
  await backups.restore({ ref: PLATFORM_REF, scratch: SCRATCH, target: { kind: 'backup', id: copy.id } });
  const former = platformDatabaseUrl((await clusters.start(SCRATCH)).address);
  const known = new Set((await listStoredProjects(former)).map(({ ref }) => ref));
  await clusters.stop(SCRATCH);
  const forgotten = projects.filter(({ ref }) => !known.has(ref));
  if (forgotten.length > 0 && !agrees) {
    await clusters.remove(SCRATCH);
    return { copy, forgotten, done: false };
  }
  await clusters.stop(PLATFORM_REF);
  await clusters.discard(PLATFORM_REF, LEFT);
  await clusters.replace(PLATFORM_REF, SCRATCH, LEFT);
  return { copy, forgotten, done: true };
}
