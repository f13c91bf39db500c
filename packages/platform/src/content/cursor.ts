import { PlatformError } from '../kernel/platform-error.ts';

export type SortKey = 'name' | 'inserted_at' | 'updated_at';
/** What an item has that lists are read by; deleted ones have a list of their own. */
type CursorKey = SortKey | 'deleted_at';

/** The last item of a page: the next one goes on after it, whatever has come or gone in between. */
interface Cursor {
  sort: CursorKey;
  /** The item's name, or its time as ISO 8601 with milliseconds. */
  value: string;
  id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function writeCursor({ sort, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id]), 'utf8').toString('base64url');
}

/** @throws PlatformError `bad_request` for a text that is no cursor of a list sorted like this */
export function readCursor(text: string, sort: CursorKey): Cursor {
  const parts = parse(text);
  if (Array.isArray(parts) && parts.length === 3) {
    const [writtenSort, value, id] = parts as unknown[];
    if (writtenSort === sort && typeof id === 'string' && UUID.test(id) && isValue(sort, value))
      return { sort, value, id };
  }
  throw new PlatformError('bad_request', 'cursor: is not a cursor of this list. Start without one.', {
    field: 'cursor',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function isValue(sort: CursorKey, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (sort === 'name') return !value.includes('\u0000') && value.isWellFormed();
  return TIME.test(value) && isMoment(value);
}

/** JavaScript takes 31 February for 3 March and knows a year 0; PostgreSQL does neither. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text && text >= '0001';
}
