import { parseLsn } from './wal-names.ts';

/** A stretch of the log that belongs to one timeline. */
export interface Span {
  timeline: number;
  begin: bigint;
  /** Where the next timeline of the path took over; null: the path ends on this one. */
  end: bigint | null;
}

/**
 * The way from the beginning of a cluster to a timeline, oldest first, from PostgreSQL's history file of that timeline: one
 * line per ancestor with its number and the place where it was left.
 * @param history null: the timeline has no ancestors
 * @throws {TypeError} not a history
 */
export function pathTo(timeline: number, history: string | null): Span[] {
  const spans: Span[] = [];
  let begin = 0n;
  for (const line of (history ?? '').split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const [ancestor = '', place = ''] = text.split(/\s+/);
    const end = parseLsn(place);
    spans.push({ timeline: Number.parseInt(ancestor, 10), begin, end });
    begin = end;
  }
  return [...spans, { timeline, begin, end: null }];
}

/** Does something that ended at this place of a timeline lie on the path? */
export function isOnPath(path: readonly Span[], timeline: number, lsn: bigint): boolean {
  const span = path.find((each) => each.timeline === timeline);
  return span !== undefined && (span.end === null || lsn <= span.end);
}
