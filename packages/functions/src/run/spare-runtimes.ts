import type { Runtime } from './runtime.ts';

/** How many wait at a time: a page often calls two functions at once. */
const SPARES = 2;
/** How long they wait after the last call of any function: longer than functions stay without one, which is what they are for. */
const KEPT_MS = 15 * 60_000;

/**
 * Runtimes that wait for a function, so that the next one to start only has to be loaded. There are none before a function was called,
 * nor a while after the last call.
 */
export class SpareRuntimes {
  readonly #open: () => Promise<Runtime>;
  readonly #waiting = new Set<Runtime>();
  #starting: Promise<void> | null = null;
  /** The one that is started, and does not wait yet. */
  #coming: Runtime | null = null;
  #usedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param open starts a runtime without a function, in a sandbox */
  constructor(open: () => Promise<Runtime>) {
    this.#open = open;
  }

  /** A function is called. */
  noteUse(): void {
    this.#usedAt = performance.now();
  }

  /** One that waits, which is the caller's from then on; null: there is none. */
  take(): Runtime | null {
    for (const runtime of this.#waiting) {
      this.#waiting.delete(runtime);
      if (runtime.isAlive) return runtime;
    }
    return null;
  }

  /** To be called now and then, and when one was taken: starts what is missing, one after the other, and ends what nobody needs any more. */
  look(): void {
    const isUsed = performance.now() - this.#usedAt < KEPT_MS;
    if (!isUsed) this.#clear();
    else if (this.#waiting.size < SPARES && !this.#isClosed) this.#starting ??= this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#coming?.kill();
    await this.#starting;
    const ended = [...this.#waiting].map((runtime) => runtime.ended);
    this.#clear();
    await Promise.all(ended);
  }

  #clear(): void {
    for (const runtime of this.#waiting) runtime.kill();
    this.#waiting.clear();
  }

  /** What cannot be had now is tried again with the next look: functions start without it as well. */
  async #start(): Promise<void> {
    try {
      while (this.#waiting.size < SPARES && !this.#isClosed) {
        const runtime = await this.#open();
        this.#coming = runtime;
        if (this.#isClosed) runtime.kill();
        if (!(await runtime.isWaiting)) return;
        this.#waiting.add(runtime);
        void runtime.ended.then(() => this.#waiting.delete(runtime));
      }
    } catch {
      // As above.
    } finally {
      this.#coming = null;
      this.#starting = null;
    }
  }
}
