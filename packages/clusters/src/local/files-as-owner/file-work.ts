import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WalFiles } from '../../driver.ts';
import { type Owner, SERVER_ENVIRONMENT } from '../owners/access.ts';
import type { FileTask, FileTaskResult } from './file-worker.ts';
import { WAL_TASKS, type WalTasks } from './wal-files-on-disk.ts';

const PROGRAM = fileURLToPath(new URL('./file-worker.ts', import.meta.url));
/** A process of its own takes some 40 MB and as many milliseconds to start: it stays for as long as there is something to do. */
const IDLE_MS = 10_000;
/** Whatever hangs must not keep other projects' logs from being archived. */
const LONGEST_TASK_MS = 30_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Work on files of clusters under their own users. Root never opens what somebody else could exchange for a link: it asks a
 * process that is that user while it works.
 */
export class FileWork {
  #worker: ChildProcess | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param owner null: everything runs as ourselves, so we do it ourselves */
  walFiles(data: string, owner: Owner | null): WalFiles {
    if (!owner) return ownWalFiles(data);
    return walFilesBy((task, args) => this.#ask({ ...owner, data, task, args }));
  }

  /** Ends the process, if there is one; what it is at fails. */
  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.kill('SIGKILL');
    this.#worker = null;
  }

  async #ask(task: Omit<FileTask, 'id'>): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const patience = setTimeout(() => worker.kill('SIGKILL'), LONGEST_TASK_MS).unref();
    try {
      worker.send({ id, ...task } satisfies FileTask);
      return await answer;
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#restSoon();
    }
  }

  #start(): ChildProcess {
    const worker = fork(PROGRAM, [], {
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'],
    });
    worker.on('message', (result: FileTaskResult) => this.#settle(result));
    worker.once('error', () => this.#lose(worker));
    worker.once('exit', () => this.#lose(worker));
    worker.unref();
    worker.channel?.unref();
    return worker;
  }

  #settle({ id, value, code, message }: FileTaskResult): void {
    const waiting = this.#waiting.get(id);
    if (message === undefined) waiting?.resolve(asBuffers(value));
    else waiting?.reject(Object.assign(new Error(message), code !== undefined && { code }));
  }

  #lose(worker: ChildProcess): void {
    if (this.#worker === worker) this.#worker = null;
    for (const { reject } of this.#waiting.values())
      reject(
        new Error('The process that reads files of databases ended. It is started again when it is needed.'),
      );
    this.#waiting.clear();
  }

  #restSoon(): void {
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
    this.#idle.unref();
  }
}

/** The files of a data directory in which nobody but us can write. */
export function ownWalFiles(data: string): WalFiles {
  return walFilesBy(async (task, args) => {
    const work = WAL_TASKS[task] as (data: string, ...args: unknown[]) => unknown;
    return work(data, ...args);
  });
}

function walFilesBy(run: (task: keyof WalTasks, args: unknown[]) => Promise<unknown>): WalFiles {
  const named =
    <T extends keyof WalTasks>(task: T) =>
    (...args: unknown[]) =>
      run(task, args) as Promise<ReturnType<WalTasks[T]>>;
  return {
    source: named('source'),
    list: named('list'),
    stat: named('stat'),
    read: named('read'),
    heads: named('heads'),
    remove: named('remove'),
    write: named('write'),
  };
}

/** Buffers come as plain arrays of bytes. */
function asBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asBuffers);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
