import { cancelledError, type QueryError } from '../errors/query-error.ts';
import { PipelineBusyError } from './pipeline-busy-error.ts';
import type { PipelineConnection } from './pipeline-connection.ts';

/** Something that needs a connection: exactly one of its two methods is called, once. */
export interface Work {
  /** It has a place on the connection now, and gives it back to the pool when it is done. */
  start(connection: PipelineConnection): void;
  refuse(error: QueryError): void;
}

interface Waiter {
  readonly work: Work;
  readonly deadline: number;
  leave(): void;
}

/** Work that waits for a connection, first come first served, each for a limited time. */
export class WorkQueue {
  readonly #timeoutMs: number;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get length(): number {
    return this.#waiters.size;
  }

  /** Work whose signal fires leaves with 57014, work that waited too long with PipelineBusyError. */
  add(work: Work, signal: AbortSignal | undefined): void {
    const onAbort = () => {
      this.#remove(waiter);
      work.refuse(cancelledError());
    };
    const leave = () => signal?.removeEventListener('abort', onAbort);
    const waiter: Waiter = { work, deadline: performance.now() + this.#timeoutMs, leave };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiters.add(waiter);
    this.#watch();
  }

  /** Takes who waits longest. */
  shift(): Work | undefined {
    for (const waiter of this.#waiters) {
      this.#remove(waiter);
      return waiter.work;
    }
    return undefined;
  }

  refuseAll(error: QueryError): void {
    for (let work = this.shift(); work !== undefined; work = this.shift()) work.refuse(error);
  }

  #remove(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    waiter.leave();
    if (this.#waiters.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** All wait equally long, so one timer for the first is enough. */
  #watch(): void {
    if (this.#timer !== undefined) return;
    for (const { deadline } of this.#waiters) {
      this.#timer = setTimeout(() => this.#expire(), Math.max(0, deadline - performance.now()));
      return;
    }
  }

  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const waiter of this.#waiters) {
      if (waiter.deadline > now) break;
      this.#remove(waiter);
      waiter.work.refuse(new PipelineBusyError());
    }
    this.#watch();
  }
}
