import { createReadStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashOrder, TagKind } from './hash-messages.ts';
import { startTag } from './tag.ts';

const IDLE_MS = 10_000;

/** The hash of a file that is being written. */
export interface RunningHash {
  /** Says that the file has so many bytes by now. */
  written(bytes: number): void;
  /** The tag of these many bytes, which are all. @throws what reading the file throws */
  complete(bytes: number): Promise<string>;
  /** Nobody wants it any more. */
  cancel(): void;
}

/**
 * Hashes large files in a thread while they are written, which otherwise takes most of the time of an upload and holds up everybody
 * else. The thread starts when there is work and ends when there is none for a while.
 */
export class FileHasher {
  #worker: Worker | null = null;
  #next = 0;
  #idle: NodeJS.Timeout | undefined;
  /** What the thread works on, and who waits for it; null: nobody yet. */
  readonly #running = new Map<number, ((tag: string | null) => void) | null>();

  begin(path: string, kind: TagKind = 'md5'): RunningHash {
    const id = this.#next++;
    const worker = this.#start();
    this.#running.set(id, null);
    const tell = (order: HashOrder) => {
      // Of a thread that ended there is nobody to tell; what is asked of it is found out otherwise.
      if (this.#worker === worker) worker.postMessage(order);
    };
    tell({ kind: 'begin', id, path, tag: kind });
    return {
      written: (bytes) => tell({ kind: 'written', id, bytes }),
      complete: async (bytes) => {
        const tag = await new Promise<string | null>((resolve) => {
          if (this.#worker !== worker || !this.#running.has(id)) {
            resolve(null);
            return;
          }
          this.#running.set(id, resolve);
          tell({ kind: 'complete', id, bytes });
        });
        return tag ?? tagOfFile(path, bytes, kind);
      },
      cancel: () => {
        tell({ kind: 'cancel', id });
        this.#done(id);
      },
    };
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { name: 'hashes', env: {} });
    // A process that has nothing else to do may end: whoever waits for a hash keeps it by the file it writes.
    worker.unref();
    worker.on('message', ({ id, tag }: HashAnswer) => {
      this.#running.get(id)?.(tag);
      this.#done(id);
    });
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const resolve of this.#running.values()) resolve?.(null);
      this.#running.clear();
    });
    this.#worker = worker;
    return worker;
  }

  #done(id: number): void {
    this.#running.delete(id);
    if (this.#running.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#worker?.terminate(), IDLE_MS);
    this.#idle.unref();
  }
}

/** The thread of this process. */
export const fileHasher = new FileHasher();

async function tagOfFile(path: string, bytes: number, kind: TagKind): Promise<string> {
  const tag = startTag(kind);
  if (bytes > 0) for await (const chunk of createReadStream(path, { end: bytes - 1 })) tag.update(chunk);
  return tag.end();
}
