/** So many lines at once. */
export const MOST_LINES = 500;
/** So many come back a second. */
const LINES_A_SECOND = 10;

/** How many lines may still be written: many at once, few for long. */
export class LineBudget {
  #left = MOST_LINES;
  #at: number;

  /** @param now milliseconds since 1970, as everywhere here */
  constructor(now: number) {
    this.#at = now;
  }

  /** @returns whether there is one left, which is taken */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left === MOST_LINES;
  }

  #refill(now: number): void {
    // A clock may go back.
    const seconds = Math.max(0, now - this.#at) / 1_000;
    this.#left = Math.min(MOST_LINES, this.#left + seconds * LINES_A_SECOND);
    this.#at = now;
  }
}
