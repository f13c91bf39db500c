const DAY = 86_400_000;
const options = { hour: '2-digit', minute: '2-digit' } as const;
const time = new Intl.DateTimeFormat('en-GB', options);
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  ...options,
});
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' });

/** A moment (milliseconds) as a chart over `span` milliseconds needs it: with the day where there are several. */
export function pointTime(at: number, span: number): string {
  return (span > DAY / 2 ? dayAndTime : time).format(at);
}

/** The same under the chart, where there is less room. */
export function tickTime(at: number, span: number): string {
  return (span > DAY ? day : time).format(at);
}
