import { readLines } from './read-lines.ts';

export interface LevelCounts {
  /** All of them; the two below are part of it. */
  total: number;
  warnings: number;
  errors: number;
}

/**
 * How many lines there were in each of `buckets` equal parts of a span of time, oldest first. `time`: where a part begins.
 * @param read says when a line was written and how bad it is; null for one that is not wanted, or not whole
 */
export async function countLevels(
  folder: string,
  span: { from: number; to: number },
  buckets: number,
  read: (line: string) => { time: number; level: 'info' | 'warning' | 'error' } | null,
): Promise<(LevelCounts & { time: number })[]> {
  const width = (span.to - span.from) / buckets;
  const parts = Array.from({ length: buckets }, (_, index) => ({
    time: Math.round(span.from + index * width),
    total: 0,
    warnings: 0,
    errors: 0,
  }));
  for await (const lines of readLines(folder, span))
    for (const line of lines) {
      const found = read(line);
      if (found === null || found.time < span.from || found.time > span.to) continue;
      const part = parts[Math.min(buckets - 1, Math.floor((found.time - span.from) / width))];
      if (part === undefined) continue;
      part.total += 1;
      if (found.level === 'warning') part.warnings += 1;
      if (found.level === 'error') part.errors += 1;
    }
  return parts;
}
