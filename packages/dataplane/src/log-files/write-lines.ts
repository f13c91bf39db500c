import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  discardOldLogs,
  discardOldSegments,
  listSegments,
  SEGMENT_BYTES,
  SEGMENT_MS,
  type Segment,
  segmentPath,
} from './segments.ts';

/** Lines wait so long to be written together. A kill loses at most these. */
const FLUSH_MS = 250;
/** With a disk that does not keep up, newer lines are dropped rather than memory filled. Characters. */
const MAX_WAITING = 4 * 1024 * 1024;
const SWEEP_MS = 60 * 60 * 1000;
/** What is known of a log that nobody wrote to for so long is forgotten. */
const FORGET_MS = 60_000;

export interface LogFiles {
  /** @param line with its end @param time of what it tells, milliseconds since 1970 */
  add(ref: string, line: string, time: number): void;
  /** Writes lines at once. @throws what the disk says; nobody keeps them then */
  write(ref: string, lines: string, time: number): Promise<void>;
  /** Writes what waits. */
  close(): Promise<void>;
}

interface OpenSegment extends Segment {
  bytes: number;
}

interface OpenLog {
  waiting: string;
  /** Time of the first line that waits. */
  since: number;
  /** Null until the folder has been looked at. */
  segment: OpenSegment | null;
  sweptAt: number;
  writtenAt: number;
}

/**
 * Keeps lines about every project in files under `root/<ref>/`. Writing goes on in the background; a full disk costs log lines,
 * never what they tell of.
 */
export function openLogFiles(root: string, onError: (error: unknown) => void): LogFiles {
  const logs = new Map<string, OpenLog>();
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let sweeping: Promise<void> = Promise.resolve();

  const sweep = () => {
    sweeping = sweeping.then(() => discardOldLogs(root, Date.now())).catch(onError);
  };
  const sweeper = setInterval(sweep, SWEEP_MS).unref();
  sweep();

  const flush = () => {
    timer = null;
    flushing = flushing.then(writeAll).catch(onError);
    return flushing;
  };

  async function writeAll(): Promise<void> {
    for (const [ref, log] of logs) {
      if (log.waiting === '') {
        if (Date.now() - log.writtenAt > FORGET_MS) logs.delete(ref);
        continue;
      }
      const { waiting, since } = log;
      log.waiting = '';
      await write(join(root, ref), log, waiting, since).catch(onError);
    }
    if (logs.size > 0 && timer === null) timer = setTimeout(flush, FLUSH_MS).unref();
  }

  function logOf(ref: string): OpenLog {
    let log = logs.get(ref);
    if (log === undefined) {
      log = { waiting: '', since: 0, segment: null, sweptAt: 0, writtenAt: 0 };
      logs.set(ref, log);
    }
    return log;
  }

  return {
    write(ref, lines, time) {
      const written = flushing.then(() => write(join(root, ref), logOf(ref), lines, time));
      flushing = written.catch(() => undefined);
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      return written;
    },
    add(ref, line, time) {
      const log = logOf(ref);
      if (log.waiting === '') log.since = time;
      if (log.waiting.length < MAX_WAITING) log.waiting += line;
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    async close() {
      clearInterval(sweeper);
      if (timer !== null) clearTimeout(timer);
      await Promise.all([flush(), sweeping]);
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function write(folder: string, log: OpenLog, text: string, since: number): Promise<void> {
  const now = Date.now();
  log.writtenAt = now;
  if (log.segment === null || isFull(log.segment, since)) log.segment = await openSegment(folder, since);
  if (now - log.sweptAt > SWEEP_MS) {
    log.sweptAt = now;
    await discardOldSegments(folder, now);
  }
  await appendFile(log.segment.path, text, { mode: 0o600 });
  log.segment.bytes += Buffer.byteLength(text);
}

/** The newest segment while it has room, else a new one. A clock that went back must not put new lines before old ones. */
async function openSegment(folder: string, since: number): Promise<OpenSegment> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [newest] = await listSegments(folder);
  if (newest !== undefined) {
    const { size: bytes } = await stat(newest.path);
    const segment = { ...newest, bytes };
    if (!isFull(segment, since)) {
      // The last line may be half a one, left by a kill: what follows must not become part of it.
      await appendFile(newest.path, '\n');
      return segment;
    }
  }
  const start = Math.max(since, (newest?.start ?? 0) + 1);
  return { path: segmentPath(folder, start), start, bytes: 0 };
}

function isFull({ start, bytes }: OpenSegment, since: number): boolean {
  return bytes > SEGMENT_BYTES || since - start >= SEGMENT_MS;
}
