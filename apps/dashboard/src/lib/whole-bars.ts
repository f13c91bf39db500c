/**
 * The last `span` milliseconds for a chart of so many bars, moved on by whole bars only, so that the bars do not change their counts
 * while time passes. The end may lie ahead of `now` by less than a bar.
 */
export function wholeBars(span: number, bars: number, now: number): { from: number; to: number } {
  const bar = span / bars;
  const to = Math.ceil(now / bar) * bar;
  return { from: to - span, to };
}
