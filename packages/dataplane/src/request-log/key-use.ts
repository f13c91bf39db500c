import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** When each key of a project was accepted last: its SHA-256, base64url → milliseconds since 1970. */
export type KeyUse = Readonly<Record<string, number>>;

const FILE = 'keys.json';
/** Keys that nobody used for so long are forgotten, so that the file does not grow with every key that ever was. */
const FORGET_MS = 400 * 86_400_000;

/** What is known of a project's keys. A file that cannot be understood counts as none: it is only a hint for people. */
export async function readKeyUse(folder: string): Promise<KeyUse> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    );
  } catch {
    return {};
  }
}

/** Adds newer times to what the file says already. */
export async function addKeyUse(
  folder: string,
  uses: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const merged = { ...(await readKeyUse(folder)) };
  for (const [hash, time] of uses) merged[hash] = Math.max(time, merged[hash] ?? 0);
  const kept = Object.entries(merged).filter(([, time]) => time > now - FORGET_MS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

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
