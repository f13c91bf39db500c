import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Home } from './home.ts';

/** Where the gateway keeps the objects of every project, one folder each. */
export function objectsFolder(home: Home): string {
  return path.join(home.path, 'storage');
}

/** Deletes the objects of a project for good. Nobody but Basalt writes there, so nothing leads out of it. */
export async function removeObjects(home: Home, ref: string): Promise<void> {
  await rm(path.join(objectsFolder(home), ref), { recursive: true, force: true });
}
