import { join } from 'node:path';
import { addKeyUse } from './key-use.ts';

/** Uses wait so long to be written together: one small file per project, however many requests there were. */
const WRITE_MS = 5_000;

export interface KeyUseNotes {
  /** Costs a request no more than a look into two maps. */
  note(ref: string, hash: string): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

/** Keeps when the keys of every project were used last, under `root/<ref>/`. A kill loses the last seconds. */
export function openKeyUseNotes(root: string, onError: (error: unknown) => void): KeyUseNotes {
  let waiting = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = null;
    const uses = waiting;
    waiting = new Map();
    writing = writing.then(async () => {
      for (const [ref, keys] of uses) await addKeyUse(join(root, ref), keys, Date.now()).catch(onError);
    });
    return writing;
  };

  return {
    note(ref, hash) {
      let keys = waiting.get(ref);
      if (keys === undefined) {
        keys = new Map();
        waiting.set(ref, keys);
      }
      keys.set(hash, Date.now());
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      await write();
    },
  };
}
