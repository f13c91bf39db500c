const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** How long to wait after a failure: twice as long after each, from 100 ms to 10 s. */
export class BackOff {
  #failures = 0;
  #until = 0;

  /** One more failure. Answers the time to wait in ms. */
  failed(now = Date.now()): number {
    const wait = Math.min(FIRST_MS * 2 ** Math.min(this.#failures, 10), LONGEST_MS);
    this.#failures += 1;
    this.#until = now + wait;
    return wait;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** Whether it is still too early to try again. */
  isWaiting(now = Date.now()): boolean {
    return now < this.#until;
  }
}
