import { MAX_USAGE_DAYS } from '@basalt/contract';

/** Days by UTC, both included, each `2026-01-31`. */
export interface UsageSpan {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** `2026-01-31`, by UTC. @param time milliseconds since 1970 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const monthOf = (day: string) => `${day.slice(0, 8)}01`;
const before = (day: string, days: number) => dayOf(Date.parse(day) - days * DAY_MS);

/** What people choose from, by its word. @param today `2026-01-31` */
export function presetSpans(today: string): Record<UsagePreset, UsageSpan> {
  const month = monthOf(today);
  const endOfLast = before(month, 1);
  return {
    month: { from: month, to: today },
    'last-month': { from: monthOf(endOfLast), to: endOfLast },
    '7d': { from: before(today, 6), to: today },
    '30d': { from: before(today, 29), to: today },
    '90d': { from: before(today, 89), to: today },
  };
}

export const PRESETS = [
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const;
export type UsagePreset = (typeof PRESETS)[number]['value'];

/** The days that an address names; this month where it names none, or none that can be asked for. */
export function spanOfSearch(search: { from?: string; to?: string }, today: string): UsageSpan {
  const { from, to } = search;
  const usual = presetSpans(today).month;
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return usual;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_USAGE_DAYS ? { from, to } : usual;
}

/** The preset that means these days, if one does. */
export function presetOf(span: UsageSpan, today: string): UsagePreset | null {
  const spans = presetSpans(today);
  return (
    PRESETS.find(({ value }) => spans[value].from === span.from && spans[value].to === span.to)?.value ?? null
  );
}

/** The span after one of its ends was moved; the other end comes along where it must. */
export function moveEnd(span: UsageSpan, end: 'from' | 'to', day: string): UsageSpan {
  if (!isDay(day)) return span;
  const farthest = (MAX_USAGE_DAYS - 1) * DAY_MS;
  const moved = Date.parse(day);
  if (end === 'from') {
    const to = Math.max(moved, Math.min(Date.parse(span.to), moved + farthest));
    return { from: day, to: dayOf(to) };
  }
  const from = Math.min(moved, Math.max(Date.parse(span.from), moved - farthest));
  return { from: dayOf(from), to: day };
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
  );
}
