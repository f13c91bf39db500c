/** What the archiver knows of one project, from pass to pass. Times are of a clock that nobody sets, in milliseconds. */
export interface ArchiveMemory {
  /** Passes that failed one after the other. */
  failures: number;
  /** No pass before this moment. */
  waitUntil: number;
  /** What was last written to the platform's database, and when. */
  written: { problem: string | null; at: number } | null;
  /** The pass after the database stopped is done. */
  isAtRest: boolean;
  /** Whether the server at work keeps its finished segments for the archive; null: not asked yet. */
  keepsSegments: boolean | null;
  /** When it was asked. */
  askedAt: number;
}

/** A server that is just starting or stopping is no failure yet. */
const FAILURES_TO_TELL = 3;
const LONGEST_WAIT_MS = 10_000;
const WRITE_WHILE_BUSY_MS = 3_000;
const WRITE_WHILE_IDLE_MS = 30_000;

export function freshMemory(): ArchiveMemory {
  return {
    failures: 0,
    waitUntil: 0,
    written: null,
    isAtRest: false,
    keepsSegments: null,
    askedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Remembers a failed pass; the next one comes later and later. True when people should be told. */
export function rememberFailure(memory: ArchiveMemory, now: number): boolean {
  memory.failures += 1;
  memory.waitUntil = now + Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(memory.failures, 10));
  return memory.failures >= FAILURES_TO_TELL;
}

export function rememberSuccess(memory: ArchiveMemory): void {
  memory.failures = 0;
  memory.waitUntil = 0;
}

/** Whether what a pass found is worth a write: news at once, the passing of time now and then. */
export function isWorthWriting(
  { written }: ArchiveMemory,
  { problem, wrote }: { problem: string | null; wrote: boolean },
  now: number,
): boolean {
  if (written === null || written.problem !== problem) return true;
  return now - written.at >= (wrote ? WRITE_WHILE_BUSY_MS : WRITE_WHILE_IDLE_MS);
}
