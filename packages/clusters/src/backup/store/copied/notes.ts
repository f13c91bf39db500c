import { type FileHandle, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../../local/files/atomic-file.ts';

/**
 * What outlives the process of what is missing in one of two places. Lanes are the first names of keys. Everything is on disk when it
 * resolves; {@link Notes.clear} and {@link Notes.setComplete} with `false` work on a full disk.
 */
export interface Notes {
  /** The lines of each lane, oldest first. */
  load(): Promise<Map<string, string[]>>;
  append(lane: string, line: string): Promise<void>;
  clear(lane: string): Promise<void>;
  /** Whether the near place has everything that the far one has. */
  isComplete(): Promise<boolean>;
  setComplete(isComplete: boolean): Promise<void>;
}

const COMPLETE = '.complete';
const LANE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** In a folder of this machine: a file for each lane. */
export async function openNotes(folder: string): Promise<Notes> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (lane: string) => {
    if (!LANE.test(lane)) throw new TypeError(`"${lane}" is no first name of a key.`);
    return join(folder, lane);
  };
  const complete = join(folder, COMPLETE);
  return {
    async load() {
      const lanes = new Map<string, string[]>();
      for (const name of await readdir(folder)) {
        if (!LANE.test(name)) continue;
        // A line without an end was being written when the process was killed: nothing followed it.
        const lines = (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
        lanes.set(name, lines);
      }
      return lanes;
    },
    async append(lane, line) {
      const path = fileOf(lane);
      const known = await open(path, 'r+').catch(nullIfMissing);
      const file = known ?? (await open(path, 'w+', 0o600));
      try {
        const begin = await endOfLines(file);
        await file.truncate(begin);
        await file.write(`${line}\n`, begin);
        await file.datasync();
      } finally {
        await file.close();
      }
      if (known === null) await syncFolder(folder);
    },
    async clear(lane) {
      await rm(fileOf(lane), { force: true });
      await syncFolder(folder);
    },
    async isComplete() {
      return (await readdir(folder)).includes(COMPLETE);
    },
    async setComplete(isComplete) {
      if (isComplete) await writeFile(complete, '', { mode: 0o600 });
      else await rm(complete, { force: true });
      await syncFolder(folder);
    },
  };
}

/** Where the last whole line ends. */
async function endOfLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  if (size === 0 || buffer.toString() === '\n') return size;
  return (await file.readFile()).lastIndexOf('\n') + 1;
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
