import { setPriority } from 'node:os';

/**
 * For threads that work for long: they inherit the priority of the thread that every request passes through, which must not wait for
 * them, nor must the databases. Only Linux counts each thread by itself.
 */
export function takeUsualPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0);
  } catch {
    // It is below the usual already, and may not be raised.
  }
}
