import path from 'node:path';
import type { Home } from './home.ts';

/** Where the objects of every project are kept on this machine, one folder each. */
export function objectsFolder(home: Home): string {
  return path.join(home.path, 'storage');
}
