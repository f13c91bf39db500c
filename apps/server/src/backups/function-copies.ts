import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupStore, Log } from '@basalt/clusters';
import type { FunctionStore } from '@basalt/functions';

const FOLDER = '_functions/';
const EVERY_MS = 3_000;
const AFTER_FAILURE_MS = 30_000;
const KEY = /^_functions\/([a-z][a-z0-9-]*)\/([0-9a-f]{64})\.tar\.zst$/;

type Functions = Pick<FunctionStore, 'refs' | 'digests' | 'pack' | 'unpack'>;

/** Where what a project has deployed under a digest is in the store. It never changes. */
const keyOf = (ref: string, digest: string): string => `${FOLDER}${ref}/${digest}.tar.zst`;

/** Keeps copies of all deployed functions in the store of backups: what is new is there within seconds, and what is gone goes. */
export function startCopyingFunctions(parts: { store: BackupStore; functions: Functions; log: Log }): {
  stop(): Promise<void>;
} {
  const { store, functions, log } = parts;
  const end = new AbortController();
  const { signal } = end;
  let stored: Set<string> | null = null;

  async function pass(): Promise<void> {
    stored ??= new Set((await store.list(FOLDER)).map(({ key }) => key));
    const present = new Set<string>();
    for (const ref of await functions.refs())
      for (const digest of await functions.digests(ref)) {
        if (signal.aborted) return;
        const key = keyOf(ref, digest);
        present.add(key);
        if (stored.has(key)) continue;
        await store.put(key, functions.pack(ref, digest));
        stored.add(key);
      }
    for (const key of stored) {
      if (present.has(key)) continue;
      await store.remove(key);
      stored.delete(key);
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await pass().then(
        () => EVERY_MS,
        (error: unknown) => {
          // What failed may be there all the same.
          stored = null;
          log('warn', { err: error }, 'functions could not be copied to the backups');
          return AFTER_FAILURE_MS;
        },
      );
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const atWork = work();
  return {
    async stop() {
      end.abort();
      await atWork;
    },
  };
}

/** Brings all functions back from the store. What is there already stays. */
export async function bringFunctionsBack(store: BackupStore, functions: Functions): Promise<void> {
  for (const { key } of await store.list(FOLDER)) {
    const [, ref, digest] = KEY.exec(key) ?? [];
    if (ref !== undefined && digest !== undefined) await functions.unpack(ref, digest, await store.read(key));
  }
}
