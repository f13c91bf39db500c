import { setTimeout as sleep } from 'node:timers/promises';
import type { Processes } from './process-view.ts';
import { linuxProcesses } from './processes-linux.ts';
import { portableProcesses } from './processes-portable.ts';

export const processes: Processes = process.platform === 'linux' ? linuxProcesses : portableProcesses;

/** True also for a process of another user. A zombie counts as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Asks again and again until the answer is yes; false if the time ran out first. */
export async function until(
  question: () => Promise<boolean>,
  timeoutMs: number,
  everyMs = 3,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await question())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
