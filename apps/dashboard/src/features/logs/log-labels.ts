import type { RequestLogEntry } from '@basalt/contract';
import { clockTime as clock, dayText, millisecondText, zoneName } from '../../lib/format/moment.ts';
import type { StatusTone } from '../../ui/status/status-look.ts';

/** "13:45:09.120", in the reader's time zone, which the title of the column names. */
export function clockTime(at: string): string {
  return `${clock(at)}.${millisecondText(at)}`;
}

/** "4 Mar 2026, 13:45:09.120 UTC" */
export function dayAndTime(at: string): string {
  return `${dayText(at)}, ${clockTime(at)} ${zoneName(at)}`;
}

/** "0.4 ms", "12 ms", "1.25 s" */
export function durationLabels(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** A key for every entry, the same after the log was read again. Equal ones are counted from the oldest. */
export function keysFromOldest<Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string): string[] {
  const seen = new Map<string, number>();
  return entries
    .toReversed()
    .map((entry) => {
      const text = textOf(entry);
      const count = seen.get(text) ?? 0;
      seen.set(text, count + 1);
      return `${text} ${count}`;
    })
    .toReversed();
}

export function entryKeys(entries: readonly RequestLogEntry[]): string[] {
  return keysFromOldest(entries, ({ at, method, path, status, milliseconds }) =>
    [at, method, path, status, milliseconds].join(' '),
  );
}

const DENIED = 'Refused by permissions or policies (RLS)';

const LABELS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'Done, without content',
  206: 'Some of the rows',
  303: 'Redirected',
  400: 'The request is not valid',
  401: 'No valid key or token',
  403: DENIED,
  404: 'Nothing at this path',
  405: 'This method is not for this path',
  406: 'Not exactly one row, or no such form of answer',
  409: 'Conflicts with existing rows',
  413: 'The body is too large',
  415: 'Bodies of this type are not understood',
  416: 'The range begins after the last row',
  422: 'Understood, but refused',
  429: 'Too many requests',
  500: 'Something went wrong in the service',
  503: 'The project was paused, or its database did not answer',
};

/** Where projects answer. What names another service finds nothing. */
const SERVED: readonly string[] = ['rest', 'auth', 'storage', 'realtime', 'graphql'];

/** What the status of a request says, where a number says too little. */
export function statusLabels({
  status,
  role,
  service,
}: Pick<RequestLogEntry, 'status' | 'role' | 'service'>): string | null {
  // Who has a role has shown a valid key. What is refused after that is refused to the role.
  if (status === 401 && role !== null) return service === 'rest' ? DENIED : 'No valid session';
  if (status === 404 && service !== null && !SERVED.includes(service)) return 'There is no such service here';
  return LABELS[status] ?? null;
}

export function statusTone(status: number): StatusTone {
  if (status >= 500) return 'danger';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'idle' : 'ok';
}
