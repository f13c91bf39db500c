import type { Position } from './keyset.ts';

/** Where the next page begins. */
export type Cursor = { readonly after: Position } | { readonly offset: number };

interface Written {
  readonly order: readonly string[];
  readonly after?: Position;
  readonly offset?: number;
}

/** @param order what it belongs to: names of the sorted columns and their directions */
export function writeCursor(order: readonly string[], cursor: Cursor): string {
  return Buffer.from(JSON.stringify({ order, ...cursor })).toString('base64url');
}

/** Null when it is not one of ours, or was made for another order. */
export function readCursor(order: readonly string[], text: string): Cursor | null {
  let written: Partial<Written> | null;
  try {
    written = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Written> | null;
  } catch {
    return null;
  }
  if (typeof written !== 'object' || written === null) return null;
  if (JSON.stringify(written.order) !== JSON.stringify(order)) return null;
  const { after, offset } = written;
  if (typeof offset === 'number') return Number.isSafeInteger(offset) && offset >= 0 ? { offset } : null;
  return Array.isArray(after) && after.length === order.length && after.every(isValue) ? { after } : null;
}

function isValue(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && !value.includes('\0') && value.isWellFormed());
}
