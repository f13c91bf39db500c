import type { Dependencies } from '../kernel/dependencies.ts';
import { isForgotten } from '../operations/scratch-names.ts';
import { listRunning } from '../operations/store.ts';

/** Removes scratch clusters that nobody will come back for, after everything was killed for example. */
export async function clearScratch({
  clusters,
  db,
  log,
}: Pick<Dependencies, 'clusters' | 'db' | 'log'>): Promise<void> {
  // Listed first: an operation that begins meanwhile has none in this list.
  const scratches = await clusters.listScratch();
  const running = await listRunning(db);
  for (const scratch of scratches.filter((name) => isForgotten(name, running))) {
    await clusters
      .remove(scratch)
      .catch((error: unknown) => log('warn', { err: error, scratch }, 'a scratch database was not removed'));
  }
}
