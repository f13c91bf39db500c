import { isoTime, type TimeText } from '../store/times.ts';

/** A field with a time, left out when there is none. */
export function time(name: string, value: TimeText): Record<string, string> {
  return value ? { [name]: isoTime(value) } : {};
}
