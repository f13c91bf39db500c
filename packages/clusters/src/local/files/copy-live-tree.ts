import { Worker } from 'node:worker_threads';
import { ClusterError } from '../../driver.ts';
import { type Owner, runsAsRoot } from '../owners/access.ts';
import type { LiveCopyOutcome, LiveCopyTask } from './copy-live-thread.ts';

export interface LiveCopyOptions {
  /** Whose files are copied; null: everybody's. */
  uid: number | null;
  /** Who gets the copy, under whom nothing may run yet; null: us. */
  owner: Owner | null;
  /** What is left out, by its path below the folder. */
  skips: RegExp | null;
  /** Names right below the folder that are copied; null: all. */
  only: ReadonlySet<string> | null;
  /** How many bytes there is room for. */
  mostBytes: number;
}

/** Copies folders, one after the other. */
export interface LiveCopier {
  /**
   * Copies a folder while others write in it, sharing blocks where the file system can; what vanishes meanwhile is left out. Whoever
   * writes there may be up to anything, so every name is opened inside of a folder that is open, links are not followed, and what
   * belongs to somebody else or has a second name is left out. The target must not exist.
   * @returns bytes copied
   * @throws {ClusterError} disk_full: there are more bytes than there is room for
   */
  copy(from: string, to: string, options: LiveCopyOptions): Promise<number>;
  /** Ends it, also in the midst of a copy. */
  close(): Promise<void>;
}

/**
 * Opens a thread that copies file after file: a data directory has a thousand small ones, and asking for each thing to be done by itself
 * takes longer than doing it. It starts while its first task is being prepared.
 */
export function openLiveCopier(signal?: AbortSignal): LiveCopier {
  const byHandle = runsAsRoot && process.platform === 'linux';
  const thread = new Worker(new URL('./copy-live-thread.ts', import.meta.url), { name: 'copies', env: {} });
  const over = Promise.withResolvers<never>();
  // Also where nobody waits for a copy.
  over.promise.catch(() => undefined);
  const giveUp = () => over.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  thread.once('error', over.reject);
  thread.once('exit', () => over.reject(new Error('The thread that copies has ended.')));
  return {
    copy: async (from, to, options) => {
      signal?.throwIfAborted();
      const answer = new Promise<LiveCopyOutcome>((resolve) => thread.once('message', resolve));
      thread.postMessage({ from, to, byHandle, ...options } satisfies LiveCopyTask);
      const outcome = await Promise.race([answer, over.promise]);
      if (outcome.isFull)
        throw new ClusterError(
          'disk_full',
          'There is not enough room for a copy: free some space and try again.',
        );
      return outcome.bytes;
    },
    close: async () => {
      signal?.removeEventListener('abort', giveUp);
      // Whoever clears a failed copy away must meet no writer.
      await thread.terminate();
    },
  };
}
