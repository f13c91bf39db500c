import type { ScriptEvent } from './script-events.ts';

/** Hands events to a listener one at a time and remembers when the caller or the listener wants the run to stop. */
export class ScriptDelivery {
  readonly #onEvent: (event: ScriptEvent) => void | Promise<void>;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<void>;
  #failure: { readonly reason: unknown } | null = null;

  constructor(onEvent: (event: ScriptEvent) => void | Promise<void>, signal: AbortSignal | undefined) {
    this.#onEvent = onEvent;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopped = promise;
    this.signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted) this.#stop.abort();
    signal?.addEventListener('abort', () => this.#stop.abort(), { once: true, signal: this.signal });
  }

  /** Fires when the caller cancels or the listener fails. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Waits until the listener is done with the event, but never longer than until the run is stopped. After that,
   * rows are dropped and other events are sent without waiting: the listener may be gone.
   */
  async send(event: ScriptEvent): Promise<void> {
    if (this.signal.aborted && event.type === 'rows') return;
    try {
      await Promise.race([this.#onEvent(event), this.#stopped]);
    } catch (reason) {
      this.#failure ??= { reason };
      this.#stop.abort();
    }
  }

  /** Throws what the listener threw, if it did. */
  rethrowFailure(): void {
    if (this.#failure !== null) throw this.#failure.reason;
  }
}
