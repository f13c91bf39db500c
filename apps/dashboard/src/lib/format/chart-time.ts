import { hourAndMinute, shortDay, weekdayText, zoneName } from './moment.ts';

const DAY = 86_400_000;

/** A moment (milliseconds) as a chart over `span` milliseconds needs it, with its zone: with the day where there are several. */
export function pointTime(at: number, span: number): string {
  const time = `${hourAndMinute(at)} ${zoneName(at)}`;
  return span > DAY / 2 ? `${shortDay(at)}, ${time}` : time;
}

/** The same under the chart, where there is less room. */
export function tickTime(at: number, span: number): string {
  return span > DAY ? weekdayText(at) : hourAndMinute(at);
}

/** Where an axis has a mark at a bar: hours and minutes, with the day when the span is longer than one. */
export function axisTime(at: number, span: number): string {
  return span > DAY ? `${shortDay(at)}, ${hourAndMinute(at)}` : hourAndMinute(at);
}
