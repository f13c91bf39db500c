export interface ByteBudgetLimits {
  /** Of all projects together: more would be the end of the process. */
  maxBytes: number;
  /** Of one project, so that it leaves something to the others. */
  maxProjectBytes: number;
}

/** Counts the bytes that are held in memory for projects. What is counted is taken back by the same number below zero. */
export class ByteBudget {
  readonly #limits: ByteBudgetLimits;
  readonly #byProject = new Map<string, number>();
  #total = 0;

  constructor({ maxBytes, maxProjectBytes }: ByteBudgetLimits) {
    this.#limits = { maxBytes, maxProjectBytes };
  }

  /** Whether a project may hold so many bytes more. */
  fits(ref: string, bytes: number): boolean {
    const { maxBytes, maxProjectBytes } = this.#limits;
    return this.#total + bytes <= maxBytes && this.heldBy(ref) + bytes <= maxProjectBytes;
  }

  heldBy(ref: string): number {
    return this.#byProject.get(ref) ?? 0;
  }

  count(ref: string, bytes: number): void {
    this.#total += bytes;
    const now = this.heldBy(ref) + bytes;
    if (now === 0) this.#byProject.delete(ref);
    else this.#byProject.set(ref, now);
  }
}
