import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { StorageError } from '../errors/storage-error.ts';
import { readFrame, writeFrame } from './frames.ts';
import type { ImageWish } from './image-worker.ts';

const PROGRAM = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
/** Users that nobody else has: those of projects' databases begin elsewhere. */
const FIRST_UID = 2_147_100_000;
/** A process takes some 80 MB and a tenth of a second to start, so it stays for a while. */
const IDLE_MS = 15_000;
const LONGEST_START_MS = 20_000;
const LONGEST_TASK_MS = 15_000;
const MAX_RESIDENT_BYTES = 1024 ** 3;
const LOOK_AT_MEMORY_MS = 50;
const PAGE_BYTES = 4_096;
/** Of an answer: more than an image of as many pixels as are taken has in the formats that are written. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;
/** Of one project. Who comes then is told to come again. */
const MAX_WAITING = 32;

export interface ImageTask extends ImageWish {
  bytes: Uint8Array;
}

type Worker = ChildProcessByStdio<Writable, Readable, null>;

export interface ImageWorkersOptions {
  /** Images at a time, of all projects. */
  atOnce?: number;
  /** Only tests say so. */
  program?: string;
  /** Only tests say so. */
  longestTaskMs?: number;
}

/**
 * Processes that render images, one for each project that asks, so that an image that takes over its process finds nothing of another
 * project there. They start when they are needed, and end when they were not for a while.
 */
export class ImageWorkers {
  readonly #options: Required<ImageWorkersOptions>;
  readonly #projects = new Map<string, ProjectWorker>();
  readonly #turns: (() => void)[] = [];
  #running = 0;
  #lastSlot = 0;

  constructor({
    atOnce = Math.max(1, availableParallelism()),
    program = PROGRAM,
    longestTaskMs = LONGEST_TASK_MS,
  }: ImageWorkersOptions = {}) {
    this.#options = { atOnce, program, longestTaskMs };
  }

  /**
   * @param readTask called when it is the image's turn, so that images that wait take no memory
   * @throws {StorageError} SlowDown when too many wait; InvalidRequest when it is no image, or takes too much; whatever readTask throws
   */
  async render(ref: string, readTask: () => Promise<ImageTask>): Promise<Buffer> {
    const worker = this.#projects.get(ref) ?? this.#add(ref);
    return worker.inTurn(async () => {
      await this.#takeTurn();
      try {
        this.#makeRoom();
        return await worker.render(await readTask());
      } finally {
        this.#running -= 1;
        this.#turns.shift()?.();
      }
    });
  }

  close(): void {
    for (const worker of this.#projects.values()) worker.end();
    this.#projects.clear();
  }

  #add(ref: string): ProjectWorker {
    this.#lastSlot = (this.#lastSlot + 1) % 10_000;
    const { program, longestTaskMs } = this.#options;
    const worker = new ProjectWorker(program, FIRST_UID + this.#lastSlot, longestTaskMs, () =>
      this.#projects.delete(ref),
    );
    this.#projects.set(ref, worker);
    return worker;
  }

  /** First come, first served: every project waits for one image at a time, so one with many keeps nobody waiting. */
  async #takeTurn(): Promise<void> {
    if (this.#running >= this.#options.atOnce) await new Promise<void>((go) => this.#turns.push(go));
    this.#running += 1;
  }

  /** As many may idle as work. */
  #makeRoom(): void {
    const alive = [...this.#projects.values()].filter((worker) => worker.isAlive);
    for (const worker of alive.slice(0, Math.max(0, alive.length - 2 * this.#options.atOnce)))
      if (!worker.isBusy) worker.end();
  }
}

class ProjectWorker {
  readonly #program: string;
  readonly #uid: number;
  readonly #longestTaskMs: number;
  readonly #idle: () => void;
  #process: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(program: string, uid: number, longestTaskMs: number, idle: () => void) {
    this.#program = program;
    this.#uid = uid;
    this.#longestTaskMs = longestTaskMs;
    this.#idle = idle;
  }

  get isAlive(): boolean {
    return this.#process !== null;
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** One after the other. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING)
      throw new StorageError('SlowDown', 'Too many images of this project are being made. Try again soon.');
    clearTimeout(this.#idleTimer);
    this.#waiting += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#restSoon();
    }
  }

  async render(task: ImageTask): Promise<Buffer> {
    const worker = this.#process ?? (await this.#start());
    const watch = watchMemory(worker);
    try {
      const { bytes, ...wish } = task;
      writeFrame(worker.stdin, Buffer.from(JSON.stringify(wish)));
      writeFrame(worker.stdin, bytes);
      const answer = await nextAnswer(worker, this.#longestTaskMs);
      if (answer.length === 0) throw notRead();
      return answer;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // It broke its process, or would not come to an end.
      this.end();
      throw notRead(error);
    } finally {
      clearInterval(watch);
    }
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  async #start(): Promise<Worker> {
    // Nothing but two pipes lead to it: over the channel of a forked process it could send what fills our memory.
    const options = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'];
    const worker = spawn(process.execPath, [...options, this.#program, String(this.#uid)], {
      cwd: '/',
      // No secret of ours. glibc would keep memory for every thread.
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    worker.unref();
    for (const pipe of [worker.stdin, worker.stdout]) {
      (pipe as unknown as Socket).unref();
      // Told as the end of the process.
      pipe.on('error', () => {});
    }
    worker.once('exit', () => {
      if (this.#process === worker) this.#process = null;
    });
    worker.on('error', () => {});
    this.#process = worker;
    await nextAnswer(worker, LONGEST_START_MS);
    return worker;
  }

  #restSoon(): void {
    this.#idleTimer = setTimeout(() => {
      this.end();
      this.#idle();
    }, IDLE_MS).unref();
  }
}

/** Whoever sends too much, or too slowly, is not listened to. */
async function nextAnswer(worker: Worker, longestMs: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The image took too long.')), longestMs);
  });
  const answer = readFrame(worker.stdout, MAX_ANSWER_BYTES);
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a process that takes more memory than any image needs. */
function watchMemory({ pid }: Worker): NodeJS.Timeout {
  return setInterval(async () => {
    const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (resident > MAX_RESIDENT_BYTES && pid !== undefined) process.kill(pid, 'SIGKILL');
  }, LOOK_AT_MEMORY_MS).unref();
}

function notRead(cause?: unknown): StorageError {
  const message = 'The object is no image that can be read, or one that takes too much to be shown.';
  return new StorageError('InvalidRequest', message, { cause });
}
