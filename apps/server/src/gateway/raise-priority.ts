import { setPriority } from 'node:os';

/** As `nice` counts: -20 is the highest, 0 the usual. */
const PRIORITY = -10;

/**
 * Puts the thread that every request passes through before the databases that work for one project each: under full load it
 * answers a twelfth more. Called when the process is ready: threads that are there already, such as those that hash passwords,
 * stay as they are. Only root may do this; others do without.
 */
export function raisePriority(): void {
  try {
    setPriority(PRIORITY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
