/** Collects how long the parts of a request took, for the `Server-Timing` header. */
export class ServerTiming {
  #last: number;
  #text = '';

  constructor(start: number) {
    this.#last = start;
  }

  /** Ends the part with this name; the next one begins. */
  lap(name: string): void {
    const now = performance.now();
    this.#text += `${this.#text === '' ? '' : ', '}${name};dur=${(now - this.#last).toFixed(1)}`;
    this.#last = now;
  }

  toString(): string {
    return this.#text;
  }
}
