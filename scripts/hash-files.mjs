import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold what was made, not what it was made from. */
const MADE = new Set(['node_modules', 'dist', '.cache']);

/**
 * One hash over the names and contents of files and folders (relative to `root`), tests left out.
 * The order of the file system does not matter; what is missing counts as missing.
 */
export function hashFiles(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((path) => filesUnder(root, path)).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(root, path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesUnder(root, `${path}/${entry.name}`);
    return entry.isFile() && !entry.name.includes('.test.') ? [`${path}/${entry.name}`] : [];
  });
}
