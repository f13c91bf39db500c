import {
  LOG_FILTERS,
  LOG_LEVELS,
  type LogContent,
  type LogPage,
  REQUEST_METHODS,
  REQUEST_SERVICES,
} from '@basalt/contract';
import { choiceParam } from '../../lib/pages/search-params.ts';
import { wholeBars } from '../../lib/whole-bars.ts';

/** What the address asks the log for; a part that makes no sense is as if it were not there. */
export interface LogSearch {
  range?: string;
  from?: string;
  to?: string;
  method?: string;
  status?: string;
  service?: string;
  role?: string;
  path?: string;
  level?: string;
  q?: string;
  live?: boolean;
  /** Saved queries are shown beside the log. */
  saved?: 'list';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Spans of time that end now, in milliseconds. The log is kept for seven days. */
export const LOG_RANGES = [
  { value: '15m', label: 'Last 15 minutes', span: 15 * MINUTE },
  { value: '1h', label: 'Last hour', span: HOUR },
  { value: '6h', label: 'Last 6 hours', span: 6 * HOUR },
  { value: '24h', label: 'Last 24 hours', span: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', span: 7 * 24 * HOUR },
] as const;
const USUAL = LOG_RANGES[1];

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export const LOG_ROLES = ['anon', 'authenticated', 'service_role'] as const;

/** How many bars the chart has. */
export const LOG_BUCKETS = 60;

/** A span of time: one that ends now, or one between two moments (milliseconds since 1970). */
type LogSpan = { kind: 'last'; value: string; span: number } | { kind: 'between'; from: number; to: number };

export function logSpan({ range, from, to }: LogSearch): LogSpan {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  if (start < end) return { kind: 'between', from: start, to: end };
  const { value, span } = LOG_RANGES.find((each) => each.value === range) ?? USUAL;
  return { kind: 'last', value, span };
}

/** The moments that a span means now. */
export function momentsOf(span: LogSpan, now: number): { from: number; to: number } {
  return span.kind === 'between' ? { from: span.from, to: span.to } : wholeBars(span.span, LOG_BUCKETS, now);
}

/** What both calls of a log of lines take besides time. */
export function lineFilter({ level, q }: LogSearch) {
  return present({ level: choiceParam(level, LOG_LEVELS), search: q?.slice(0, 256) });
}

/** What both calls of the log of requests take besides time. */
export function logFilter({ method, status, service, role, path }: LogSearch) {
  return present({
    method: choiceParam(method, REQUEST_METHODS),
    status: status !== undefined && /^[1-5](xx|\d\d)$/.test(status) ? status : undefined,
    service: choiceParam(service, REQUEST_SERVICES),
    role: role === undefined ? undefined : role.slice(0, 63),
    path: path === undefined ? undefined : path.slice(0, 256),
  });
}

function present<Known extends object>(known: Known) {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as {
    [K in keyof Known]?: Exclude<Known[K], undefined>;
  };
}

/** What of a question is kept under a name: moments are over when it is asked again, and a page of one service has its own. */
export function filtersOf(log: LogPage, search: LogSearch): LogContent['filters'] {
  const kept = LOG_FILTERS.filter((name) => name !== 'service' || log === 'requests');
  return present(Object.fromEntries(kept.map((name) => [name, search[name]?.slice(0, 256)])));
}

/** Whether there is more to keep than how far back one looks. */
export function isAsked(filters: LogContent['filters']): boolean {
  return Object.keys(filters).some((name) => name !== 'range');
}

/** A moment (milliseconds since 1970) as a `datetime-local` field wants it: in the reader's time zone, to the second. */
export function localMoment(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The moment that such a field means, null while it means none. */
export function momentOfLocal(text: string): number | null {
  // Without an offset a date and time is read in the local zone.
  const at = Date.parse(text);
  return text.includes('T') && !Number.isNaN(at) ? at : null;
}
