import { join } from 'node:path';

/** The folder of what a project has deployed as this digest. */
export function folderOf(root: string, ref: string, digest: string): string {
  return join(root, ref, digest);
}
