import { setTimeout as sleep } from 'node:timers/promises';
import { linuxProcesses } from './processes-linux.ts';
import { portableProcesses } from './processes-portable.ts';

/** What a postmaster and all its children use together. Null: this system does not tell. */
export interface TreeUsage {
  cpuSeconds: number;
  pssBytes: number | null;
  readBytes: number | null;
  writtenBytes: number | null;
  /** Processes that serve a client connection. */
  backends: number;
}

export interface Processes {
  /** Is this pid a living server of the data directory? Guards every signal: pid files outlive processes. */
  serves(pid: number, dataDirectory: string): Promise<boolean>;
  usage(postmaster: number): Promise<TreeUsage>;
  /** Processes that still work inside a folder, for instance orphans of a killed server. */
  inside(folder: string): Promise<number[]>;
}

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
