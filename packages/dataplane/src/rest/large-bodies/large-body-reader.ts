import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { bodyNotRead } from '../errors/availability-errors.ts';
import { RestError } from '../errors/rest-error.ts';
import type { RestBody } from '../request/rest-request.ts';
import { asBuffer, type BodyResult, type BodyTask, handedOver } from './body-messages.ts';

/** One core is left to the event loop. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const IDLE_MS = 10_000;
/** A thread that needs more ends, not the process. Reading needs little beyond the bytes, which are not counted. */
const MAX_HEAP_MB = 512;

export interface LargeBodyReaderOptions {
  maxThreads?: number;
  /** After so long without work a thread ends. */
  idleMs?: number;
  startThread?: () => Worker;
  onFailure(error: unknown): void;
}

interface Job {
  task: BodyTask;
  resolve(body: RestBody): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  idle: NodeJS.Timeout | undefined;
}

/** Reads bodies in threads, so that a large one does not hold up everybody else. Threads start when there is work. */
export class LargeBodyReader {
  readonly #options: Required<LargeBodyReaderOptions>;
  readonly #threads = new Set<Thread>();
  #waiting: Job[] = [];
  #closed = false;

  constructor(options: LargeBodyReaderOptions) {
    this.#options = { maxThreads: MAX_THREADS, idleMs: IDLE_MS, startThread, ...options };
  }

  /** How many threads there are now. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * What `parseBody` says of a body. The bytes belong to the thread from now on.
   * @param signal fires when nobody waits for the answer any more: the work stops
   * @throws {RestError} PGRST102; 503 when the thread ended
   */
  read(task: BodyTask, signal: AbortSignal): Promise<RestBody> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal.aborted) return reject(bodyNotRead());
      const job: Job = { task, resolve, reject };
      signal.addEventListener('abort', () => this.#giveUp(job), { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(bodyNotRead());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const free = [...this.#threads].find(({ job }) => job === null);
    if (free === undefined && this.#threads.size >= this.#options.maxThreads) return;
    const job = this.#waiting.shift();
    if (job !== undefined) this.#give(free ?? this.#start(), job);
  }

  #give(thread: Thread, job: Job): void {
    clearTimeout(thread.idle);
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.task, handedOver(job.task.bytes));
  }

  #start(): Thread {
    const worker = this.#options.startThread();
    const thread: Thread = { worker, job: null, idle: undefined };
    this.#threads.add(thread);
    worker.on('message', (result: BodyResult) => this.#finished(thread, result));
    worker.on('error', (error) => this.#options.onFailure(error));
    worker.once('exit', () => this.#gone(thread));
    return thread;
  }

  #finished(thread: Thread, result: BodyResult): void {
    const { job } = thread;
    thread.job = null;
    // A process that has nothing else to do may end.
    thread.worker.unref();
    thread.idle = setTimeout(() => void this.#end(thread), this.#options.idleMs);
    thread.idle.unref();
    if (result.kind === 'refused') job?.reject(new RestError(result.error));
    else job?.resolve(withBuffer(result.body));
    this.#next();
  }

  #giveUp(job: Job): void {
    this.#waiting = this.#waiting.filter((each) => each !== job);
    const thread = [...this.#threads].find((each) => each.job === job);
    if (thread !== undefined) void this.#end(thread);
    job.reject(bodyNotRead());
  }

  async #end(thread: Thread): Promise<void> {
    await thread.worker.terminate();
    this.#gone(thread);
  }

  #gone(thread: Thread): void {
    clearTimeout(thread.idle);
    if (!this.#threads.delete(thread)) return;
    thread.job?.reject(bodyNotRead());
    if (!this.#closed) this.#next();
  }
}

function startThread(): Worker {
  return new Worker(new URL('./body-thread.ts', import.meta.url), {
    name: 'large bodies',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

function withBuffer(body: RestBody): RestBody {
  if (body.kind === 'raw' || typeof body.text === 'string') return body;
  return { ...body, text: asBuffer(body.text) };
}
