import type { ChartPoints } from './chart-points.ts';

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 4 });

/** A number as short as an axis needs it: `1.2K`, `3M`. */
export function axisNumber(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 });
}

/** The chart for those who do not see it, in a sentence. */
export function chartSentence(x: string, y: string, { points }: ChartPoints, isCumulative: boolean): string {
  let least = points[0];
  let most = points[0];
  for (const point of points) {
    if (least === undefined || point.value < least.value) least = point;
    if (most === undefined || point.value > most.value) most = point;
  }
  const what = `Bar chart of ${isCumulative ? `the sum of ${y} so far` : y} by ${x}`;
  if (least === undefined || most === undefined) return `${what}: no values.`;
  const count = `${number(points.length)} ${points.length === 1 ? 'bar' : 'bars'}`;
  const range =
    least.value === most.value
      ? `each ${number(least.value)}`
      : `from ${number(least.value)} at ${least.label} to ${number(most.value)} at ${most.label}`;
  return `${what}: ${count}, ${range}. The table view has all values.`;
}

/** What the chart leaves out; null when it shows everything. */
export function chartNote({ points, skipped, step }: ChartPoints): string | null {
  const parts = [
    step > 1 && `Too many bars for a screen: one of every ${step} is shown, ${number(points.length)} in all.`,
    skipped > 0 && `${number(skipped)} ${skipped === 1 ? 'row has' : 'rows have'} no number to show.`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(' ');
}
