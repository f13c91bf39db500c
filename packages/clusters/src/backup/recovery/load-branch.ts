import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { type ArchiveState, type Branch, lastMomentOf } from '../store/archive-state.ts';
import { type BaseRecord, nullIfNotFound, textOf } from '../store/base-record.ts';
import { storeKeys } from '../store/store-keys.ts';
import { storedWal } from '../store/stored-wal.ts';
import { pathTo } from '../wal/timeline-history.ts';
import { type BranchView, basesOn } from './choose-recovery.ts';
import { archiveSpansOn } from './clock-changes.ts';

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
