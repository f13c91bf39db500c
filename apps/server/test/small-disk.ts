import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FILLER, fillDisk } from './fill-disk.ts';

/** A file system of its own that can be filled up. */
export interface SmallDisk {
  /** Where it is. */
  path: string;
  fill(): void;
  clear(): Promise<void>;
  remove(): void;
}

/** @returns the disk, or why this machine does not give one */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a file system can only be mounted by root on Linux';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'basalt-small-disk-'));
  const image = path.join(folder, 'image');
  const mounted = path.join(folder, 'disk');
  try {
    // A sparse file: it takes what is written.
    execFileSync('truncate', ['-s', `${megabytes}M`, image]);
    execFileSync('mkfs.ext4', ['-q', '-m', '0', '-O', '^has_journal', image], { stdio: 'pipe' });
    execFileSync('mkdir', [mounted]);
    execFileSync('mount', ['-o', 'loop', image, mounted], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return `this machine lets nobody mount a file system (${String((error as Error).message).split('\n')[0]})`;
  }
  chmodSync(folder, 0o711);
  chmodSync(mounted, 0o711);
  return {
    path: mounted,
    fill: () => fillDisk(mounted),
    clear: async () => {
      rmSync(path.join(mounted, FILLER), { force: true });
      if (statfsSync(mounted).bavail === 0) throw new Error('The small disk is full without the filler.');
    },
    remove: () => {
      execFileSync('umount', ['-l', mounted]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
