import type { ResultRoom } from '@basalt/postgres';

const MB = 1024 * 1024;

export interface ResultRoomsLimits {
  /** Of all projects together: more would be the end of the process. */
  maxBytes: number;
  /** Of one project, so that it cannot keep others from being answered. One result alone always fits. */
  maxProjectBytes: number;
}

const LIMITS: ResultRoomsLimits = { maxBytes: 512 * MB, maxProjectBytes: 128 * MB };

/** Counts the large results that are on their way from the databases, within one budget of memory. */
export class ResultRooms {
  readonly #limits: ResultRoomsLimits;
  readonly #byProject = new Map<string, number>();
  #total = 0;

  constructor(limits: Partial<ResultRoomsLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The room of one project. */
  of(ref: string): ResultRoom {
    const { maxBytes, maxProjectBytes } = this.#limits;
    return {
      take: (bytes) => {
        const taken = this.#byProject.get(ref) ?? 0;
        if (this.#total + bytes > maxBytes || taken + bytes > maxProjectBytes) return false;
        this.#count(ref, bytes);
        return true;
      },
      give: (bytes) => this.#count(ref, -bytes),
    };
  }

  #count(ref: string, bytes: number): void {
    this.#total += bytes;
    const now = (this.#byProject.get(ref) ?? 0) + bytes;
    if (now === 0) this.#byProject.delete(ref);
    else this.#byProject.set(ref, now);
  }
}
