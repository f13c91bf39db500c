import { execFile } from 'node:child_process';
import { link, mkdir, opendir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Home } from './home.ts';

/** Where the gateway keeps the objects of every project, one folder each. */
export function objectsFolder(home: Home): string {
  return path.join(home.path, 'storage');
}

/** Deletes the objects of a project for good. Nobody but Basalt writes there, so nothing leads out of it. */
export async function removeObjects(home: Home, ref: string): Promise<void> {
  await rm(path.join(objectsFolder(home), ref), { recursive: true, force: true });
}

/**
 * Gives a project the objects of another one, as links: the files never change, so nothing is copied. When this resolves they
 * outlive a crash of the machine; cut short, it is done again.
 */
export async function copyObjects(home: Home, from: string, to: string): Promise<void> {
  const root = objectsFolder(home);
  await mkdir(path.join(root, to), { recursive: true, mode: 0o700 });
  await linkFolder(path.join(root, from, 'objects'), path.join(root, to, 'objects'));
  // One call for all of the folders, of which there may be tens of thousands.
  await promisify(execFile)('sync', ['--file-system', path.join(root, to)]);
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
