import { join } from 'node:path';
import { withFileLock } from './file-lock.ts';
import { KeyedLock } from './keyed-lock.ts';

/** One command per cluster at a time, over all processes that share the folder. */
export class ClusterLocks {
  readonly #folder: string;
  readonly #here = new KeyedLock();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs the task while it alone has all these clusters. */
  run<T>(refs: readonly string[], task: () => Promise<T>): Promise<T> {
    // Always in the same order, so that two commands with the same two clusters do not wait for each other.
    const locked = [...new Set(refs)]
      .sort()
      .reduceRight<() => Promise<T>>(
        (inner, ref) => () => this.#here.run(ref, () => withFileLock(join(this.#folder, ref), inner)),
        task,
      );
    return locked();
  }

  /** Resolves when nothing of this process runs any more. */
  idle(): Promise<void> {
    return this.#here.idle();
  }
}
