import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65_534;

/**
 * Makes an empty database cluster the ordinary way, with the very programs and on the very disk of the projects, and
 * removes it again. Not synced to disk, which is the quickest `initdb` there is.
 */
export async function bareInitdb(home: string, major: string): Promise<void> {
  const version = (await readdir(path.join(home, 'postgres'))).find((name) => name.startsWith(`${major}.`));
  if (version === undefined) throw new Error(`PostgreSQL ${major} is not installed in ${home}.`);
  const initdb = path.join(home, 'postgres', version, 'bin/initdb');
  const folder = await mkdtemp(path.join(home, 'bench-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(folder, 0o700);
  try {
    const args = ['-D', folder, '--no-sync', '--auth=trust', '--username=postgres', '--no-instructions'];
    await run(initdb, args, { cwd: folder, ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
