import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import type { PipelineConnection } from './pipeline-connection.ts';
import { type Work, WorkQueue } from './work-queue.ts';

export interface ConnectionPoolOptions {
  readonly connections: number;
  /** How many works may share one connection. */
  readonly depth: number;
  readonly idleTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  readonly connect: (signal: AbortSignal) => Promise<PipelineConnection>;
}

/** While some connections work, a failed attempt to open one more is not repeated at once. */
const PAUSE_AFTER_FAILURE_MS = 500;

/** A few connections that open when they are needed and close when they are not, and who waits for them. */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #waiting: WorkQueue;
  readonly #stop = new AbortController();
  readonly #opening = new Set<Promise<void>>();
  readonly #closing = new Set<Promise<void>>();
  #open: PipelineConnection[] = [];
  #pausedUntil = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
    this.#waiting = new WorkQueue(options.acquireTimeoutMs);
  }

  /** Starts the work now if a connection has a place, otherwise in its turn. */
  submit(work: Work, signal: AbortSignal | undefined): void {
    const refused = this.#stop.signal.aborted ? closedError() : signal?.aborted ? cancelledError() : null;
    if (refused !== null) {
      work.refuse(refused);
      return;
    }
    const connection = this.#waiting.length === 0 ? this.#pick() : undefined;
    // Work that shares a connection would rather have had one of its own.
    const wanted = connection === undefined ? this.#waiting.length + 1 : Math.min(connection.load, 1);
    if (connection === undefined) this.#waiting.add(work, signal);
    else this.#start(work, connection);
    if (this.#opening.size < wanted) this.#grow();
  }

  /** Gives a place back. */
  release(connection: PipelineConnection): void {
    connection.load -= 1;
    if (connection.load === 0) connection.idleSince = performance.now();
    if (connection.retired) this.#discard(connection);
    if (this.#waiting.length > 0) this.#serve();
  }

  /** Fails what waits and what is in flight with 57P01 and closes all connections. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#sweeper);
    const error = closedError();
    this.#waiting.refuseAll(error);
    for (const connection of this.#open) {
      if (connection.load > 0) connection.destroy(error);
      this.#closing.add(connection.close());
    }
    await Promise.all(this.#opening);
    await Promise.all(this.#closing);
  }

  #start(work: Work, connection: PipelineConnection): void {
    connection.load += 1;
    work.start(connection);
  }

  /** The connection with the fewest works; the first of several, so that the others may become idle and close. */
  #pick(): PipelineConnection | undefined {
    const now = performance.now();
    let least = this.#options.depth;
    let found: PipelineConnection | undefined;
    for (const connection of this.#open) {
      if (connection.load >= least || !connection.accepts(now)) continue;
      found = connection;
      least = connection.load;
      if (least === 0) break;
    }
    return found;
  }

  #serve(): void {
    for (let found = this.#pick(); found !== undefined; found = this.#pick()) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      this.#start(work, found);
    }
    if (this.#opening.size < this.#waiting.length) this.#grow();
  }

  #grow(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#open.length + this.#opening.size >= this.#options.connections) return;
    if (this.#open.length > 0 && performance.now() < this.#pausedUntil) return;
    const attempt = this.#options.connect(this.#stop.signal).then(
      (connection) => {
        this.#opening.delete(attempt);
        this.#add(connection);
      },
      (error: unknown) => {
        this.#opening.delete(attempt);
        this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        if (this.#open.length + this.#opening.size === 0) this.#waiting.refuseAll(toQueryError(error));
      },
    );
    this.#opening.add(attempt);
  }

  #add(connection: PipelineConnection): void {
    connection.onDrain = () => this.#serve();
    connection.onGone = () => this.#removed(connection);
    if (this.#stop.signal.aborted) {
      this.#discard(connection);
      return;
    }
    this.#open.push(connection);
    this.#sweeper ??= setInterval(() => this.#sweep(), Math.max(1, this.#options.idleTimeoutMs / 2)).unref();
    this.#serve();
  }

  /** Closes a connection that must not be used again, once nobody uses it. */
  #discard(connection: PipelineConnection): void {
    if (connection.load > 0) return;
    this.#open = this.#open.filter((other) => other !== connection);
    const closed = connection.close().then(() => void this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #removed(connection: PipelineConnection): void {
    this.#open = this.#open.filter((other) => other !== connection);
    if (this.#open.length === 0) {
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    }
    if (this.#waiting.length > 0) this.#serve();
  }

  #sweep(): void {
    const before = performance.now() - this.#options.idleTimeoutMs;
    for (const connection of this.#open)
      if (connection.load === 0 && connection.idleSince <= before) this.#discard(connection);
  }
}

function closedError(): QueryError {
  const message = 'The connection to the database was closed.';
  return new QueryError({ message, code: SQLSTATE.terminated, severity: 'FATAL' });
}
