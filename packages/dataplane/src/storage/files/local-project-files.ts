import { execFile } from 'node:child_process';
import { link, mkdir, opendir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ProjectFiles } from './object-files.ts';

/** All files of a project, in `<root>/<ref>/objects`. Nobody but Basalt writes there, so nothing leads out of it. */
export function localProjectFiles(root: string): ProjectFiles {
  const objects = (ref: string) => path.join(root, ref, 'objects');
  return {
    removeAll: (ref) => rm(path.join(root, ref), { recursive: true, force: true }),
    /** As links: the files never change, so nothing is copied. */
    async copyAll(from, to) {
      await mkdir(path.join(root, to), { recursive: true, mode: 0o700 });
      await linkFolder(objects(from), objects(to));
      // One call for all of the folders, of which there may be tens of thousands.
      await promisify(execFile)('sync', ['--file-system', path.join(root, to)]);
    },
  };
}

async function linkFolder(from: string, to: string): Promise<void> {
  const folder = await opendir(from).catch(unless('ENOENT'));
  if (folder === null) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for await (const entry of folder) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(source, target);
    // It is there already, or its object was deleted a moment ago.
    else await link(source, target).catch(unless('EEXIST', 'ENOENT'));
  }
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (error.code !== undefined && codes.includes(error.code)) return null;
    throw error;
  };
}
