import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK = 512;

/** Bytes a folder really takes on disk. Files that vanish meanwhile count as nothing. */
export async function diskUsage(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return diskUsage(path);
      return lstat(path).then(
        (stats) => stats.blocks * BLOCK,
        () => 0,
      );
    }),
  );
  return sizes.reduce((total, size) => total + size, 0);
}
