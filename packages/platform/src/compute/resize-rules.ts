import type { MachineCapacity } from '@basalt/clusters';
import type { ComputeSize, ProjectStatus } from '@basalt/contract';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { runningKind } from '../operations/store.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { lockProject } from '../projects/lock-project.ts';
import { isKept } from '../projects/own-cluster.ts';
import { describeStatus } from '../projects/project-status.ts';
import { alreadyRunning } from '../projects/transitions.ts';

/**
 * Locks a project on which no operation is at work and that has one of these statuses, for a change that the next start applies.
 * @param statuses null: any
 * @throws PlatformError `conflict`, `not_found`
 */
export async function assertIdle(
  transaction: Transaction,
  projectId: number,
  statuses: readonly ProjectStatus[] | null,
): Promise<void> {
  const { status } = await lockProject(transaction, projectId);
  const running = await runningKind(transaction, projectId);
  if (running !== null) throw alreadyRunning(running);
  if (statuses !== null && !statuses.includes(status))
    throw new PlatformError('conflict', `This cannot be changed now: ${describeStatus(status)}.`);
}

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

/** The same for a project. What Kubernetes can hold is its business: nodes come and go, and a server that finds no room says so. */
export function whyUnavailable(
  project: Pick<ProjectRow, 'server_keeper'>,
  size: ComputeSize,
  machine: Pick<MachineCapacity, 'memoryBytes' | 'cpus'>,
): string | null {
  return isKept(project) ? null : unavailability(size, machine);
}

function inGb(bytes: number): number {
  return Math.round((bytes / MB / 1_024) * 10) / 10;
}
