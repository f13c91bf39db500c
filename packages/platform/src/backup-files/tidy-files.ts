import type { BackupFileRow } from '../kernel/schema.ts';
import { type FileServices, removeFile, removeFilesExcept } from './file-store.ts';
import { isScratchOfFile } from './open-source.ts';
import { stopIfAtRest } from './quiet-start.ts';
import { deleteFileRow, finishFile, listAllFiles, listExpiredFiles, loadWork } from './store.ts';

/** A file that has been on its way for so long, over several starts, ends them perhaps. */
const LONGEST_MS = 6 * 60 * 60_000;

/**
 * Deletes files that have expired. At the first time of a process also whatever an earlier one left behind.
 * @returns ids of files that somebody waits for
 */
export async function tidyFiles(
  services: FileServices,
  { isFirst }: { isFirst: boolean },
): Promise<string[]> {
  const { db, backupStore } = services;
  for (const { ref, ...file } of await listExpiredFiles(db)) {
    await removeFile(backupStore, ref, file);
    await deleteFileRow(db, file.id);
  }
  const files = await listAllFiles(db);
  if (isFirst) await removeLeftovers(services, files);
  const awaited: string[] = [];
  for (const file of files.filter(({ state }) => state === 'running')) {
    if (Date.now() - file.created_at.getTime() < LONGEST_MS) awaited.push(file.id);
    else if (isFirst)
      await finishFile(db, file.id, {
        error: 'Writing the file was interrupted too often. Ask for it again.',
      });
  }
  return awaited;
}

async function removeLeftovers(
  { db, clusters, backupStore }: FileServices,
  files: readonly Pick<BackupFileRow, 'id' | 'state'>[],
): Promise<void> {
  for (const scratch of (await clusters.listScratch()).filter(isScratchOfFile))
    await clusters.remove(scratch);
  await removeFilesExcept(backupStore, new Set(files.map(({ id }) => id)));
  for (const { id, state } of files) {
    const work = state === 'running' ? await loadWork(db, id) : null;
    // It was started to be read, and nobody stopped it.
    if (work?.project.status === 'INACTIVE') await stopIfAtRest({ db, clusters }, work.project);
  }
}
