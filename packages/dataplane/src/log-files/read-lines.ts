import { open, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listSegments, type Segment } from './segments.ts';

/** Milliseconds since 1970, both included; what is left out does not matter. */
export interface Span {
  from?: number;
  to?: number;
}

export interface LogPage<Entry> {
  /** Newest first. */
  entries: Entry[];
  /** Where to go on, null at the end. */
  cursor: string | null;
}

/** A filter that matches little must not make one page read everything: it ends early, with a cursor to go on. */
const MAX_SEGMENTS_A_PAGE = 6;
/** Of the lines of a page together, so that long ones do not make an endless answer. The first one is always in it. */
const MAX_PAGE_CHARACTERS = 1_000_000;

/**
 * One page of a log.
 * @param read gives the entry of a line, null for one that is not wanted, or not whole
 * @param cursor the one of the page before
 */
export async function readLogPage<Entry>(
  folder: string,
  span: Span,
  read: (line: string) => Entry | null,
  limit: number,
  cursor: string | null,
): Promise<LogPage<Entry>> {
  const place = parseCursor(cursor);
  const entries: Entry[] = [];
  let opened = 0;
  let characters = 0;
  for (const segment of await segmentsWithin(folder, span)) {
    if (place !== null && segment.start > place.segment) continue;
    if (opened++ === MAX_SEGMENTS_A_PAGE) return { entries, cursor: `${segment.start}-` };
    const lines = await linesOf(segment);
    const last = place?.segment === segment.start && place.line !== null ? place.line : lines.length;
    for (let index = last - 1; index >= 0; index--) {
      const line = lines[index] ?? '';
      const entry = read(line);
      if (entry === null) continue;
      characters += line.length;
      if (entries.length === limit || (entries.length > 0 && characters > MAX_PAGE_CHARACTERS))
        return { entries, cursor: `${segment.start}-${index + 1}` };
      entries.push(entry);
    }
    await nextTurn();
  }
  return { entries, cursor: null };
}

/** All lines of the files in which lines of this time are, file by file, newest file first. */
export async function* readLines(folder: string, span: Span): AsyncGenerator<string[]> {
  for (const segment of await segmentsWithin(folder, span)) {
    yield await linesOf(segment);
    await nextTurn();
  }
}

/** The last lines of a log, newest first, of the last so many bytes of its newest two files. */
export async function readLastLines(folder: string, bytes: number): Promise<string[]> {
  const segments = await listSegments(folder);
  const tails = await Promise.all(segments.slice(0, 2).map((segment) => tailOf(segment, bytes)));
  return tails.flatMap((tail) => tail.split('\n').reverse());
}

async function tailOf({ path }: Segment, bytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Newest first. A segment ends where the next one starts. */
async function segmentsWithin(folder: string, { from, to }: Span): Promise<Segment[]> {
  const segments = await listSegments(folder);
  return segments.filter(({ start }, index) => {
    const end = segments[index - 1]?.start ?? Number.POSITIVE_INFINITY;
    return (to === undefined || start <= to) && (from === undefined || end >= from);
  });
}

async function linesOf(segment: Segment): Promise<string[]> {
  // It may have been discarded since it was listed.
  const text = await readFile(segment.path, 'utf8').catch(() => '');
  return text.split('\n');
}

function parseCursor(cursor: string | null): { segment: number; line: number | null } | null {
  const match = cursor === null ? null : /^(\d{1,15})-(\d*)$/.exec(cursor);
  if (match === null) return null;
  return { segment: Number(match[1]), line: match[2] ? Number(match[2]) : null };
}
