import type { BackupStore } from '../ports/backup-store.ts';
import { loadBranch } from '../recovery/load-branch.ts';
import { type ArchiveState, branchesSince } from '../store/archive-state.ts';
import { beginningOf, readBaseRecords } from '../store/base-record.ts';
import { storeKeys } from '../store/store-keys.ts';
import { storedWal } from '../store/stored-wal.ts';
import { basesToKeep, walToDelete } from './retention.ts';

/**
 * Deletes what no moment since `keepFrom` needs, and what killed backups left. The records of base backups go first, so that a
 * kill in the middle leaves no backup without its log.
 * @param isHeld base backups that are being made or used stay
 * @returns ids of the base backups deleted
 */
export async function prune(
  store: BackupStore,
  ref: string,
  keepFrom: Date,
  state: ArchiveState | null,
  isHeld: (id: string) => boolean,
): Promise<string[]> {
  await removeUnfinished(store, ref, isHeld);
  if (!state) return [];
  const records = await readBaseRecords(store, ref);
  const needed = await Promise.all(
    branchesSince(state, keepFrom).map(async ({ branch, from }) => ({
      view: await loadBranch(store, ref, branch, records, state),
      from,
    })),
  );
  const kept = basesToKeep(records, needed, keepFrom);
  for (const { id } of records) if (isHeld(id)) kept.add(id);
  const old = records.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  for (const id of old) await store.remove(storeKeys.base(ref, id));
  // WAL of a branch that the state does not name was stored by a pass that was killed before its end: it stays.
  for (const [identifier, timelines] of knownTimelines(state)) {
    const ofIdentifier = needed.filter(({ view }) => view.systemIdentifier === identifier);
    const { segments } = storedWal(await store.list(storeKeys.walOf(ref, identifier)));
    const known = [...segments.values()].filter(({ timeline }) => timelines.has(timeline));
    for (const { key } of walToDelete(known, ofIdentifier, kept)) await store.remove(key);
  }
  return old;
}

/** A base backup without a record that nobody is making was begun by a process that is gone. */
async function removeUnfinished(
  store: BackupStore,
  ref: string,
  isHeld: (id: string) => boolean,
): Promise<void> {
  const prefix = storeKeys.bases(ref);
  const keys = (await store.list(prefix)).map(({ key }) => key.slice(prefix.length).split('/'));
  const complete = new Set(keys.filter(([, name]) => name === 'backup.json').map(([id]) => id));
  for (const [id = ''] of keys)
    if (!complete.has(id) && beginningOf(id) && !isHeld(id)) await store.remove(storeKeys.base(ref, id));
}

/** The timelines that the cluster has been on, by system identifier. */
function knownTimelines(state: ArchiveState): Map<string, Set<number>> {
  const known = new Map<string, Set<number>>();
  for (const { systemIdentifier, timeline } of [...state.left, state])
    known.set(systemIdentifier, (known.get(systemIdentifier) ?? new Set()).add(timeline));
  return known;
}
