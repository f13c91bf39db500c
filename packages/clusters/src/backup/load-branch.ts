import { type ArchiveState, type Branch, lastMomentOf } from './archive-state.ts';
import type { BackupStore } from './backup-store.ts';
import { type BaseRecord, nullIfNotFound, textOf } from './base-record.ts';
import { type BranchView, basesOn } from './choose-recovery.ts';
import { archiveSpansOn } from './clock-changes.ts';
import { BackupError } from './cluster-backups.ts';
import { storeKeys } from './store-keys.ts';
import { storedWal } from './stored-wal.ts';
import { pathTo } from './timeline-history.ts';

/** All that the store knows of a branch of a cluster's history. */
export async function loadBranch(
  store: BackupStore,
  ref: string,
  branch: Branch,
  records: readonly BaseRecord[],
  state: ArchiveState | null,
): Promise<BranchView> {
  const { systemIdentifier, timeline } = branch;
  const [objects, history] = await Promise.all([
    store.list(storeKeys.walOf(ref, systemIdentifier)),
    store
      .read(storeKeys.history(ref, systemIdentifier, timeline))
      .then(textOf)
      .catch(nullIfNotFound),
  ]);
  const path = readPath(ref, timeline, history);
  return {
    systemIdentifier,
    timeline,
    path,
    wal: storedWal(objects),
    bases: basesOn(records, systemIdentifier, path),
    latest: state && lastMomentOf(state, branch),
    archiveSpans: archiveSpansOn(state, systemIdentifier, path),
  };
}

function readPath(ref: string, timeline: number, history: string | null) {
  try {
    return pathTo(timeline, history);
  } catch (error) {
    throw new BackupError(
      'damaged',
      `The history of timeline ${timeline} of ${ref} in the archive cannot be read.`,
      {
        cause: error,
      },
    );
  }
}
