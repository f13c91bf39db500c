import type { ServerResponse } from 'node:http';

const MB = 1024 * 1024;

export interface HeldAnswersLimits {
  /** Smaller ones go out at once: the system takes them off our hands. */
  largeBytes: number;
  /** All answers that are not sent yet, over all projects: more would be the end of the process. */
  maxBytes: number;
  /** Of one project, so that it cannot keep others from being answered. */
  maxProjectBytes: number;
  /** A client that takes nothing for so long is not waited for. */
  stallMs: number;
}

const LIMITS: HeldAnswersLimits = {
  largeBytes: 256 * 1024,
  maxBytes: 512 * MB,
  maxProjectBytes: 256 * MB,
  stallMs: 30_000,
};

/** Counts large answers until they are sent. Whoever asks and does not read would otherwise fill the memory. */
export class HeldAnswers {
  readonly #limits: HeldAnswersLimits;
  readonly #byProject = new Map<string, number>();
  #total = 0;

  constructor(limits: Partial<HeldAnswersLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Counts an answer that is about to be sent. False when there is no room for it. */
  hold(ref: string, bytes: number, response: ServerResponse): boolean {
    const { largeBytes, maxBytes, maxProjectBytes, stallMs } = this.#limits;
    if (bytes < largeBytes) return true;
    const ofProject = this.#byProject.get(ref) ?? 0;
    // One alone always fits: it is here already.
    const isFirst = ofProject === 0;
    if (!isFirst && (this.#total + bytes > maxBytes || ofProject + bytes > maxProjectBytes)) return false;
    this.#count(ref, bytes);
    response.once('close', () => this.#count(ref, -bytes));
    // The server ends a connection on which nothing moves for so long.
    response.setTimeout(stallMs);
    return true;
  }

  #count(ref: string, bytes: number): void {
    this.#total += bytes;
    const now = (this.#byProject.get(ref) ?? 0) + bytes;
    if (now === 0) this.#byProject.delete(ref);
    else this.#byProject.set(ref, now);
  }
}
