import { lstat } from 'node:fs/promises';

/** Is there anything under this name, a dangling link included? */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
