const HOUR = 3_600_000;

/** How much of the past the charts show, by the word in the address. */
export const USAGE_RANGES = [
  { value: '1h', label: 'Last hour', span: HOUR },
  { value: '3h', label: 'Last 3 hours', span: 3 * HOUR },
  { value: '24h', label: 'Last 24 hours', span: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', span: 168 * HOUR },
] as const;
export type UsageRange = (typeof USAGE_RANGES)[number]['value'];

/** Three hours show what led to a warning without drowning it. */
export const DEFAULT_RANGE: UsageRange = '3h';

/** How long a range is, in milliseconds. */
export function spanOf(range: UsageRange): number {
  return USAGE_RANGES.find(({ value }) => value === range)?.span ?? 3 * HOUR;
}
