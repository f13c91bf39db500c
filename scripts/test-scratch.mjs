import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** The link in the folder to its part in memory. */
const LINK = 'memory';

/**
 * A folder for everything the tests write, a part of which is in memory where the machine has a place for that. Other users may
 * enter both: as root, databases run as users of their own.
 */
export function makeScratch() {
  // Short, because the path of a unix socket below it may have 107 characters at most.
  const scratch = mkdtempSync(join(process.platform === 'darwin' ? '/tmp' : tmpdir(), 'bt-'));
  chmodSync(scratch, 0o755);
  try {
    const memory = mkdtempSync(join(MEMORY, 'bt-'));
    symlinkSync(memory, join(scratch, LINK));
    chmodSync(memory, 0o755);
  } catch {
    // There is no such place: everything is written to disk.
  }
  return scratch;
}

/** The part of the folder that is in memory; null if there is none. */
export function memoryOf(scratch) {
  try {
    return readlinkSync(join(scratch, LINK));
  } catch {
    return null;
  }
}

/** Removes the folder with its part in memory and kills what still runs in them. Returns how many processes that were (Linux only). */
export function removeScratch(scratch) {
  const memory = memoryOf(scratch);
  const folders = memory === null ? [scratch] : [scratch, memory];
  const left = processesIn(folders);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return left.length;
}

function processesIn(folders) {
  return listProcesses().filter((pid) => {
    if (pid === process.pid) return false;
    const inside = (read) => {
      try {
        const text = read();
        return folders.some((folder) => text.includes(`${folder}/`));
      } catch {
        return false;
      }
    };
    return (
      inside(() => `${readlinkSync(`/proc/${pid}/cwd`)}/`) ||
      inside(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    );
  });
}

function listProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
