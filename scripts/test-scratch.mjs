import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for everything the tests write. Other users may enter it: as root, databases run as users of their own. */
export function makeScratch() {
  // Short, because the path of a unix socket below it may have 107 characters at most.
  const scratch = mkdtempSync(join(process.platform === 'darwin' ? '/tmp' : tmpdir(), 'bt-'));
  chmodSync(scratch, 0o755);
  return scratch;
}

/** Removes the folder and kills what still runs in it. Returns how many processes that were (Linux only). */
export function removeScratch(scratch) {
  const left = processesIn(scratch);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return left.length;
}

function processesIn(scratch) {
  return listProcesses().filter((pid) => {
    if (pid === process.pid) return false;
    const inside = (read) => {
      try {
        return read().includes(`${scratch}/`);
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
