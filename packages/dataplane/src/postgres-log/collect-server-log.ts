import type { PostgresLogEntry } from '@basalt/project';
import { parseServerLog } from './parse-server-log.ts';

/** The file that a project's server writes its log to. */
export interface ServerLogFile {
  /** Another file at the same path has another one. */
  id: string;
  size: number;
  /** At most so many bytes from an offset on. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Empties it, unless it has grown past `size`. False: it has. */
  empty(size: number): Promise<boolean>;
  close(): Promise<void>;
}

/** How far a file has been taken over. */
export interface Position {
  id: string;
  offset: number;
}

export interface Collected {
  entries: PostgresLogEntry[];
  /** To be written down together with the entries. */
  position: Position;
  isAtEnd: boolean;
}

/** Taken over at a time. */
const CHUNK = 1024 * 1024;
/** Who is further behind has written more than is kept: it is passed over. */
const MOST_BEHIND = 16 * 1024 * 1024;
/** A server's own file is emptied when it is larger and all of it is taken over: nothing else keeps it from growing. */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** The next entries of a file behind a position. @param last the time of the entry before */
export async function collectNext(
  file: ServerLogFile,
  position: Position | null,
  last: number,
  now: number,
): Promise<Collected> {
  const from = position?.id === file.id && position.offset <= file.size ? position.offset : 0;
  const start = file.size - from > MOST_BEHIND ? file.size - CHUNK : from;
  const skipped = start - from;
  // Mostly nothing is new. A megabyte for each look at each project would set off the collection of garbage again and again.
  const bytes = await file.read(start, Math.min(CHUNK, file.size - start));
  const end = wholePart(bytes);
  // What was passed over ended somewhere in a line.
  const begin = skipped > 0 ? bytes.indexOf(10) + 1 : 0;
  const entries = parseServerLog(bytes.toString('utf8', begin, Math.max(begin, end)), last, now);
  if (skipped > 0) entries.unshift(leftOut(skipped, entries[0]?.time ?? now));
  const offset = start + end;
  return { entries, position: { id: file.id, offset }, isAtEnd: end === 0 || offset >= file.size };
}

/**
 * How many bytes belong to lines that have ended. A full chunk ends before its last entry, which may go on in the next one; without
 * any end of line it is taken as it is.
 */
function wholePart(bytes: Buffer): number {
  const lineEnd = bytes.lastIndexOf(10) + 1;
  if (bytes.length < CHUNK) return lineEnd;
  if (lineEnd === 0) return bytes.length;
  for (let at = lineEnd - 1; at > 0; ) {
    const before = bytes.lastIndexOf(10, at - 1);
    if (before <= 0) break;
    if (bytes[before + 1] !== 9) return before + 1;
    at = before;
  }
  return lineEnd;
}

function leftOut(bytes: number, time: number): PostgresLogEntry {
  const message = `${Math.round(bytes / 1_048_576)} MB of the log were left out: more was written than is kept.`;
  return { time, severity: 'WARNING', message, pid: null, code: null, user: null, database: null };
}
