import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { scratchName } from './scratch-name.ts';

/**
 * Writes the file so that after a crash or power loss at any moment it holds either the old or the new text, whole, and is
 * on disk when this resolves. Default mode: owner only.
 */
export async function writeFileAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const scratch = scratchName(path);
  const file = await open(scratch, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(scratch, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(scratch, path);
  await syncFolder(dirname(path));
}

/** Makes renames and new names inside a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
