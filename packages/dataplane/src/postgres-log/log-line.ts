import type { PostgresLogEntry } from '@basalt/project';
import type { Position } from './collect-server-log.ts';

/** One line of our log: an entry of the server's, or a note of how far its file has been taken over. */
export function formatLine(entry: PostgresLogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

export function formatPosition(position: Position, time: number): string {
  return `${JSON.stringify({ time, position })}\n`;
}

/** Null for a note, and for a line that is not whole: the process may have been killed while it wrote. */
export function parseLine(line: string): PostgresLogEntry | null {
  const value = parseJson(line);
  return value !== null && 'message' in value ? (value as PostgresLogEntry) : null;
}

/** Null for anything but a note. */
export function parsePosition(line: string): { time: number; position: Position } | null {
  const value = line.includes('"position"') ? parseJson(line) : null;
  return value !== null && 'position' in value && !('message' in value)
    ? (value as { time: number; position: Position })
    : null;
}

function parseJson(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
