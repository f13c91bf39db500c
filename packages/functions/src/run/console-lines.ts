import type { Readable } from 'node:stream';
import type { FunctionLogLevel } from '@basalt/project';

export type ConsoleMessage =
  | { kind: 'waiting' | 'ready' }
  | { kind: 'console' | 'error'; level: FunctionLogLevel; message: string };

const LEVELS: ReadonlySet<string> = new Set(['debug', 'log', 'info', 'warning', 'error']);
/** A longer line is cut. Characters. */
const LONGEST_LINE = 10_000;
/** What a function may say in a second; more is counted and left out. Characters. */
const MOST_A_SECOND = 256 * 1024;

/**
 * Reads what a function writes to one of its streams, line by line: messages of the program that loads it, and whatever else comes
 * from Deno, as it is. Nothing of it is trusted: it may say anything, as fast as it can.
 */
export function readConsole(
  stream: Readable,
  usual: FunctionLogLevel,
  heard: (message: ConsoleMessage) => void,
): void {
  let rest = '';
  let skipping = false;
  let second = 0;
  let said = 0;
  let left = 0;
  const say = (message: ConsoleMessage, length: number) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      if (left > 0)
        heard({
          kind: 'console',
          level: 'warning',
          message: `${left} lines were left out: too many at once.`,
        });
      second = now;
      said = 0;
      left = 0;
    }
    said += length;
    if (said > MOST_A_SECOND && 'level' in message) left += 1;
    else heard(message);
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!skipping) say(parseLine(line, usual), line.length);
      skipping = false;
    }
    // A line without an end must not fill memory: its beginning is kept, the rest of it is skipped.
    if (rest.length > 8 * LONGEST_LINE) {
      if (!skipping) say(parseLine(rest, usual), rest.length);
      skipping = true;
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '' && !skipping) say(parseLine(rest, usual), rest.length);
  });
  stream.on('error', () => {});
}

function parseLine(line: string, usual: FunctionLogLevel): ConsoleMessage {
  if (line.startsWith('{') && line.length <= 8 * LONGEST_LINE) {
    try {
      const { waiting, ready, level, message, thrown } = JSON.parse(line) as Record<string, unknown>;
      if (waiting === true) return { kind: 'waiting' };
      if (ready === true) return { kind: 'ready' };
      if (typeof level === 'string' && LEVELS.has(level) && typeof message === 'string')
        return {
          kind: thrown === true ? 'error' : 'console',
          level: level as FunctionLogLevel,
          message: cut(message),
        };
    } catch {
      // A line of the function's own that happens to begin so.
    }
  }
  return { kind: 'console', level: usual, message: cut(line) };
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}
