import type { MachineCapacity } from '@basalt/clusters';
import type { ComputeSize } from '@basalt/contract';
import { SIZES } from '../project-cluster/sizes.ts';

/** Machines sold as "4 GB" report a little less. */
const TOLERANCE = 0.9;
const MB = 1_024 * 1_024;

/** Why a machine cannot hold a size, as a sentence; null when it can. The smallest one fits everywhere. */
export function unavailability(
  size: ComputeSize,
  { memoryBytes, cpus }: Pick<MachineCapacity, 'memoryBytes' | 'cpus'>,
): string | null {
  if (size === 'nano') return null;
  const needs = SIZES[size];
  if (needs.memoryMb * MB * TOLERANCE > memoryBytes)
    return `Needs ${needs.memoryMb / 1_024} GB of memory; this machine has ${inGb(memoryBytes)} GB.`;
  if (needs.cpus > Math.max(cpus, 2)) return `Needs ${needs.cpus} processors; this machine has ${cpus}.`;
  return null;
}

function inGb(bytes: number): number {
  return Math.round((bytes / MB / 1_024) * 10) / 10;
}
