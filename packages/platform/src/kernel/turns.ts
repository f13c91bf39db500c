/** Lets so many work at a time. Who waits longest comes first, so each project gets its turn. */
export class Turns {
  #free: number;
  readonly #waiting: ((release: () => void) => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves to what gives the turn back. */
  take(): Promise<() => void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve(this.#release());
  }

  #release(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next(this.#release());
    };
  }
}
