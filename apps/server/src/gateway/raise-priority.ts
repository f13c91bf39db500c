import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As `nice` counts: -20 is the highest, 0 the usual. */
const PRIORITY = -10;
const USUAL = 0;

/**
 * Puts the gateway before the databases that work for one project each, from its first moment: while it starts, all projects
 * wait. Called by its supervisor as soon as the process is there. Only root may do this; others do without.
 */
export function raisePriorityOf(pid: number): void {
  set(pid, PRIORITY);
}

/**
 * What stays so when the process is ready: the thread that every request passes through, which under full load answers a twelfth
 * more. The other threads have inherited it and are put back: those that hash passwords keep nobody else waiting. Threads that
 * start later inherit it as well, and give it back themselves, as those do that read large bodies.
 */
export function settlePriority(): void {
  if (!set(process.pid, PRIORITY)) return;
  for (const thread of threads()) if (thread !== process.pid) set(thread, USUAL);
}

/** False where it may not be, or the thread is gone. */
function set(id: number, priority: number): boolean {
  try {
    setPriority(id, priority);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return false;
  }
}

/** Linux counts the priority of each thread by itself, and tells which there are. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
