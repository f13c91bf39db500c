import type { AlertComparison, AlertMetric } from '@basalt/contract';

/** A figure of each minute, oldest first; null where it was not measured, or nothing happened that it could be measured by. */
export type Points = readonly (number | null)[];

/** What a rule asks. */
export interface Condition {
  metric: AlertMetric;
  comparison: AlertComparison;
  threshold: number;
  minutes: number;
}

/** `value` is the newest that is known. */
export type Verdict =
  | { readonly is: 'broken'; readonly value: number }
  | { readonly is: 'kept'; readonly value: number }
  /** Too little is known: what was so before goes on. */
  | { readonly is: 'unknown' };

/** Of what happens only now and then, minutes without any are no gap in measuring. */
const NOW_AND_THEN: ReadonlySet<AlertMetric> = new Set([
  'cache_hit_percent',
  'error_percent',
  'p95_milliseconds',
]);

/**
 * Whether a rule is broken: every known minute of its time was out of bounds. One minute within them ends it. A figure that is measured
 * all the time must be known for half of it, so that one bad minute after a pause breaks no rule of an hour.
 */
export function judge(points: Points, { metric, comparison, threshold, minutes }: Condition): Verdict {
  const known = points.slice(-minutes).filter((point) => point !== null);
  const value = known.at(-1);
  if (value === undefined) return { is: 'unknown' };
  const isOut = (point: number) => (comparison === 'above' ? point > threshold : point < threshold);
  if (!isOut(value)) return { is: 'kept', value };
  const enough = NOW_AND_THEN.has(metric) ? 1 : Math.ceil(minutes / 2);
  return known.length >= enough && known.every(isOut) ? { is: 'broken', value } : { is: 'unknown' };
}
