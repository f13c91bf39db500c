import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Neighbour } from './neighbour.ts';

/** What of a neighbour has come into the backups of another project, in words. */
export function foreignLogIn(folder: string, neighbour: Neighbour): string[] {
  if (!existsSync(folder)) return [];
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (path.includes(neighbour.systemIdentifier)) return [`${path} is log of ${neighbour.ref}`];
    return contentOf(path).includes(neighbour.secret) ? [`${path} holds the secret of ${neighbour.ref}`] : [];
  });
}

function contentOf(path: string): Buffer {
  const content = readFileSync(path);
  if (!path.includes('.zst')) return content;
  try {
    return zstdDecompressSync(content);
  } catch {
    return content; // one that is being written
  }
}
