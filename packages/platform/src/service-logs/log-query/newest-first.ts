import type { ReadLines, Span } from './flat-lines.ts';
import type { FlatLine } from './match-line.ts';

interface Log {
  read: ReadLines;
  /** Lines that were read and not handed on, newest first. */
  lines: readonly FlatLine[];
  /** Where to go on; null: there is no more. */
  cursor: string | null;
}

/** The lines of several logs as of one, page by page, newest first. At most one page of each is held. */
export async function* newestFirst(
  readers: readonly ReadLines[],
  ref: string,
  span: Span,
): AsyncGenerator<readonly FlatLine[]> {
  const first = await Promise.all(readers.map(async (read) => ({ read, ...(await read(ref, span, null)) })));
  let logs: Log[] = first;
  for (;;) {
    logs = await Promise.all(logs.map((log) => filled(log, ref, span)));
    logs = logs.filter(({ lines }) => lines.length > 0);
    if (logs.length === 0) return;
    // What is older than the end of a page that goes on may have something newer before it.
    const until = Math.max(...logs.map(({ lines, cursor }) => (cursor === null ? 0 : timeOf(lines.at(-1)))));
    const page = logs.flatMap(({ lines }) => lines.filter((line) => timeOf(line) >= until));
    logs = logs.map((log) => ({ ...log, lines: log.lines.filter((line) => timeOf(line) < until) }));
    yield readers.length === 1 ? page : page.sort((one, other) => timeOf(other) - timeOf(one));
  }
}

/** With lines, unless there are no more. */
async function filled(log: Log, ref: string, span: Span): Promise<Log> {
  let { lines, cursor } = log;
  while (lines.length === 0 && cursor !== null) ({ lines, cursor } = await log.read(ref, span, cursor));
  return { ...log, lines, cursor };
}

/** Microseconds. */
const timeOf = (line: FlatLine | undefined): number => Number(line?.timestamp ?? 0);
