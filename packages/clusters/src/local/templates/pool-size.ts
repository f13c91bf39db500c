const GB = 1_000_000_000;

/** With less free space nothing is kept ready: whoever runs on so small a disk needs it for what he made himself. */
const LEAST_FREE_BYTES = 4 * GB;
/** Ready copies of all versions together never take more of the free space than this. */
const LARGEST_SHARE = 0.02;

export interface PoolRoom {
  /** What the disk has left beside the copies that are ready. Null: nobody knows. */
  freeBytes: number | null;
  copyBytes: number;
  /** Ready copies of this template, and of all the others together. */
  ready: number;
  others: number;
}

/**
 * How many copies of a template are worth their place on the disk as it is: all that are wanted, fewer, or none. Copies of other
 * templates count first, so the version that is prepared first has its own.
 */
export function copiesToKeep(wanted: number, { freeBytes, copyBytes, ready, others }: PoolRoom): number {
  if (freeBytes === null) return wanted;
  // What is ready could be deleted at any moment.
  const available = freeBytes + (ready + others) * copyBytes;
  if (available < LEAST_FREE_BYTES) return 0;
  const fit = Math.floor((available * LARGEST_SHARE) / copyBytes) - others;
  return Math.max(0, Math.min(wanted, fit));
}
