const MB = 1_024 * 1_024;
/** Less than this is not worth a look: it costs more than it can find. */
const SMALLEST_STEP = 64 * MB;

interface Seen {
  /** The most that was free on the machine's disk since. */
  freeBytes: number;
  /** What the machine's disk may lose before the project can have come half way to its limit. */
  step: number;
}

/**
 * Says which projects may be about to fill their disk before it is their turn to be looked at. A project cannot have written more
 * than the machine's disk has lost, and that costs one question for all of them. Looking again each time half of what was left
 * may be gone finds the moment in a few looks.
 */
export class DiskWatch {
  readonly #seen = new Map<number, Seen>();

  /** @param leftBytes what a project can still write before its disk is full; below zero when it is */
  looked(projectId: number, freeBytes: number, leftBytes: number): void {
    this.#seen.set(projectId, { freeBytes, step: Math.max(SMALLEST_STEP, leftBytes / 2) });
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** The projects to look at now. */
  due(freeBytes: number): number[] {
    const due: number[] = [];
    for (const [id, seen] of this.#seen) {
      // What somebody else deletes must not hide what is written meanwhile.
      seen.freeBytes = Math.max(seen.freeBytes, freeBytes);
      if (seen.freeBytes - freeBytes >= seen.step) due.push(id);
    }
    return due;
  }

  forget(projectId: number): void {
    this.#seen.delete(projectId);
  }

  forgetAllBut(ids: ReadonlySet<number>): void {
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
  }
}
