import { join } from 'node:path';
import { readLastLines } from '../log-files/read-lines.ts';
import { openLogFiles } from '../log-files/write-lines.ts';
import { collectNext, LARGEST_FILE, type Position, type ServerLogFile } from './collect-server-log.ts';
import { formatLine, formatPosition, parsePosition } from './log-line.ts';
import { countPostgresLog, type PostgresLogFilter, readPostgresLog } from './read-postgres-log.ts';

/** What a project's server wrote is taken over so often; who reads does not wait for it. Milliseconds. */
const EVERY_MS = 15_000;
/** So many rounds apart, all projects are looked at; in between, those that wrote something lately. Most rest most of the time. */
const ALL_EVERY = 4;
/** A batch is followed by how far it goes, so the end of our newest files says it. Larger than any batch. */
const TAIL = 4 * 1024 * 1024;
/** Of one file at a time: the rest waits, so that no project keeps the others from being looked at. */
const CHUNKS_A_TURN = 20;

export interface PostgresLogOptions {
  /** Our logs are kept in files under `root/<ref>/`. */
  root: string;
  /** The projects that may have written something. */
  refs(): Promise<readonly string[]>;
  /** The file of a project's server, null when there is none. */
  open(ref: string): Promise<ServerLogFile | null>;
  onError(error: unknown): void;
}

interface Known {
  position: Position | null;
  last: number;
  /** Nothing new was there when it was last looked at. */
  isQuiet: boolean;
  collecting: Promise<void> | null;
}

/**
 * Takes over what the database servers of projects write into their logs, and reads it. The servers' own files are emptied where
 * they grow large; ours are kept like the log of requests.
 */
export function openPostgresLog({ root, refs, open, onError }: PostgresLogOptions) {
  const files = openLogFiles(root, onError);
  const known = new Map<string, Known>();
  let isClosed = false;

  async function stateOf(ref: string): Promise<Known> {
    const found = known.get(ref);
    if (found !== undefined) return found;
    const notes = (await readLastLines(join(root, ref), TAIL)).map(parsePosition);
    const note = notes.find((each) => each !== null) ?? null;
    const state: Known = known.get(ref) ?? {
      position: note?.position ?? null,
      last: note?.time ?? 0,
      isQuiet: false,
      collecting: null,
    };
    known.set(ref, state);
    return state;
  }

  async function collect(ref: string, state: Known): Promise<void> {
    state.isQuiet = true;
    const file = await open(ref);
    if (file === null) return;
    try {
      for (let turn = 0; turn < CHUNKS_A_TURN && !isClosed; turn++) {
        const before = state.position;
        const found = await collectNext(file, before, state.last, Date.now());
        const { entries, position } = found;
        if (before?.id !== position.id || before.offset !== position.offset) {
          const last = entries.at(-1)?.time ?? state.last;
          const since = entries[0]?.time ?? Date.now();
          await files.write(ref, entries.map(formatLine).join('') + formatPosition(position, last), since);
          state.position = position;
          state.last = last;
          state.isQuiet = false;
        }
        if (found.isAtEnd) break;
      }
      const { position } = state;
      if (position === null || position.offset < LARGEST_FILE) return;
      if (!(await file.empty(position.offset))) return;
      state.position = { id: position.id, offset: 0 };
      await files.write(ref, formatPosition(state.position, state.last), Date.now());
    } finally {
      await file.close();
    }
  }

  /** Takes over what there is at this moment. Never rejects. */
  async function refresh(ref: string): Promise<void> {
    if (isClosed) return;
    try {
      const state = await stateOf(ref);
      // What is being taken over may have been looked at before the moment.
      await state.collecting?.catch(() => undefined);
      state.collecting ??= collect(ref, state).finally(() => {
        state.collecting = null;
      });
      await state.collecting;
    } catch (error) {
      onError(error);
    }
  }

  let rounds = 0;
  let round: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(everyProject).catch(onError);
  }, EVERY_MS).unref();

  async function everyProject(): Promise<void> {
    if (rounds++ % ALL_EVERY !== 0) {
      for (const [ref, { isQuiet }] of known) if (!isQuiet) await refresh(ref);
      return;
    }
    const present = await refs();
    for (const ref of present) await refresh(ref);
    for (const ref of known.keys()) if (!present.includes(ref)) known.delete(ref);
  }

  return {
    async read(ref: string, filter: PostgresLogFilter, limit: number, cursor: string | null) {
      await refresh(ref);
      return readPostgresLog(join(root, ref), filter, limit, cursor);
    },
    async count(ref: string, filter: PostgresLogFilter & { from: number; to: number }, buckets: number) {
      await refresh(ref);
      return countPostgresLog(join(root, ref), filter, buckets);
    },
    /** Takes over nothing more. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await round;
      await Promise.all([...known.values()].map(({ collecting }) => collecting?.catch(() => undefined)));
      await files.close();
    },
  };
}
