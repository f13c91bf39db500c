import type { ComputeSize, PostgresConfig } from '@basalt/contract';
import { SIZES } from '../../project-cluster/sizes.ts';
import { effectiveConfig } from './effective-config.ts';
import { refused } from './normalize-config.ts';
import type { ParameterName } from './parameters.ts';
import { formatBytes, parseBytes } from './parse-quantity.ts';

const MB = 1_024 * 1_024;

/** The most that one parameter may take of the size's memory: the rest is for what it leaves out. */
const SHARE_OF_MEMORY = {
  shared_buffers: 0.6,
  maintenance_work_mem: 0.5,
  logical_decoding_work_mem: 0.5,
  work_mem: 0.25,
} as const;
/** What is reserved when the server starts, all together. More and it may not start at all. */
const SHARED_SHARE_OF_MEMORY = 0.75;
/** A connection that has done some work; measured at 1.3 MB. */
const BYTES_A_CONNECTION = 2 * MB;
// Shared memory of a process slot and of an entry in the lock tables, rounded up.
const BYTES_A_PROCESS = 20 * 1_024;
const BYTES_A_LOCK = 300;
/** Processes of the server's own that have slots too. */
const OWN_PROCESSES = 20;

/** Log of changes that is kept for others is not part of the quota, but must not outgrow it. */
const BOUND_BY_DISK = ['max_wal_size', 'wal_keep_size', 'max_slot_wal_keep_size'] as const;

/**
 * Whether a project of this size and disk can hold these parameters.
 * @param config normalized
 * @throws PlatformError `bad_request` with a sentence that begins with the name of the parameter to change
 */
export function assertFits(config: PostgresConfig, size: ComputeSize, diskSizeGb: number): void {
  const { memoryMb } = SIZES[size];
  const memory = memoryMb * MB;
  const has = `a project of size ${size} has ${formatBytes(memory)} of memory`;
  for (const [name, share] of entriesOf(SHARE_OF_MEMORY)) {
    const most = Math.floor((memory * share) / MB) * MB;
    if (bytesOf(config[name]) > most) throw refused(name, `can be at most ${formatBytes(most)}: ${has}.`);
  }
  const connections = Math.floor(memory / BYTES_A_CONNECTION);
  if ((config.max_connections ?? 0) > connections)
    throw refused('max_connections', `can be at most ${connections}: ${has}.`);
  for (const name of BOUND_BY_DISK)
    if (bytesOf(config[name]) > diskSizeGb * 1_024 * MB)
      throw refused(name, `must not be larger than the project's disk of ${diskSizeGb} GB.`);
  assertSharedMemory(config, size, memory * SHARED_SHARE_OF_MEMORY, has);
}

/** Parameters that look harmless alone can ask for more together than there is. */
function assertSharedMemory(config: PostgresConfig, size: ComputeSize, most: number, has: string): void {
  const all = effectiveConfig(size, config);
  const connections = all.max_connections ?? 0;
  const processes =
    connections + (all.max_worker_processes ?? 0) + (all.max_wal_senders ?? 0) + OWN_PROCESSES;
  const parts: [ParameterName, number][] = [
    ['shared_buffers', bytesOf(all.shared_buffers)],
    ['max_locks_per_transaction', (all.max_locks_per_transaction ?? 0) * processes * BYTES_A_LOCK],
    ['track_activity_query_size', bytesOf(all.track_activity_query_size) * processes],
    ['max_connections', connections * BYTES_A_PROCESS],
    ['max_worker_processes', (all.max_worker_processes ?? 0) * BYTES_A_PROCESS],
  ];
  if (parts.reduce((sum, [, bytes]) => sum + bytes, 0) <= most) return;
  const [largest = 'shared_buffers'] = parts.toSorted((one, other) => other[1] - one[1])[0] ?? [];
  throw refused(
    largest,
    `is too large together with the other parameters: ${has}. Lower it, or choose a larger size.`,
  );
}

function bytesOf(value: string | undefined): number {
  return value === undefined ? 0 : (parseBytes(value, 1) ?? 0);
}

function entriesOf<Name extends string>(shares: Record<Name, number>): [Name, number][] {
  return Object.entries(shares) as [Name, number][];
}
