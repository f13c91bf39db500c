import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { MachineCapacity } from '../driver.ts';
import { limitsAvailable } from './resource-limits.ts';

/** @param folder where the clusters are */
export async function machineCapacity(folder: string): Promise<MachineCapacity> {
  const disk = await statfs(folder).catch(() => null);
  const held = process.constrainedMemory();
  return {
    // Inside a container the limit counts; without one the number is 0 or absurdly high.
    memoryBytes: held > 0 ? Math.min(held, totalmem()) : totalmem(),
    cpus: availableParallelism(),
    diskFreeBytes: disk === null ? null : disk.bavail * disk.bsize,
    enforcesLimits: await limitsAvailable(),
  };
}
