import type { Schedule } from './read-schedule.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from './read-schedule.ts';

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const WEEKDAYS = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** A schedule in words, such as “Every 5 minutes” or “At 03:00 on Monday to Friday”. Times are GMT. */
export function describeSchedule(schedule: Schedule): string {
  if (schedule.kind === 'seconds')
    return schedule.every === 1 ? 'Every second' : `Every ${schedule.every} seconds`;
  const [minute, hour, day, month, weekday] = schedule.fields;
  const dayWords = listOf(day, ordinal);
  const weekdayWords = listOf(weekday, weekdayName);
  const named: string[] = [];
  if (dayWords !== null) named.push(`on ${dayWords} of the month`);
  if (weekdayWords !== null) named.push(`on ${weekdayWords}`);
  const monthWords = listOf(month, monthName);
  return [
    timeWords(minute, hour),
    ...(named.length === 0 ? [] : [named.join(schedule.eitherDay ? ' or ' : ' if it is also ')]),
    ...(monthWords === null ? [] : [`in ${monthWords}`]),
  ].join(' ');
}

const ONE = /^\d+$/;
const STEP = /^\*\/(\d+)$/;

function timeWords(minute: string, hour: string): string {
  if (ONE.test(minute) && hour.split(',').every((part) => ONE.test(part)))
    return `At ${join(hour.split(',').map((part) => `${padded(part)}:${padded(minute)}`))}`;
  const hours = hourWords(hour);
  if (minute === '*') return hours === null ? 'Every minute' : `Every minute ${hours}`;
  const step = STEP.exec(minute)?.[1];
  if (step !== undefined)
    return `Every ${step === '1' ? 'minute' : `${step} minutes`}${hours === null ? '' : ` ${hours}`}`;
  const minutes = listOf(minute, (text) => text) ?? minute;
  if (minute === '0') return hours === null ? 'Every hour' : `On the hour ${hours}`;
  return `At ${/^1$/.test(minute) ? 'minute' : 'minutes'} ${minutes} ${hours === null ? 'of every hour' : hours}`;
}

function hourWords(hour: string): string | null {
  if (hour === '*') return null;
  const step = STEP.exec(hour)?.[1];
  if (step !== undefined) return step === '1' ? null : `of every ${ordinalOf(Number(step))} hour`;
  return `of the hours ${listOf(hour, (text) => text)}`;
}

/** The parts of a field in words; null for `*`, which says nothing. */
function listOf(field: string, name: (text: string) => string): string | null {
  if (field === '*') return null;
  return join(
    field.split(',').map((part) => {
      if (part === '$') return 'the last day';
      const [range = '', step] = part.split('/');
      const words = range === '*' ? '' : range.split('-').map(name).join(' to ');
      if (step === undefined || step === '1') return words === '' ? 'each' : words;
      return `every ${ordinalOf(Number(step))}${words === '' ? '' : ` from ${words}`}`;
    }),
  );
}

function join(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const padded = (text: string) => text.padStart(2, '0');
const ordinal = (text: string) => `the ${ordinalOf(Number(text))}`;

function ordinalOf(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Record<string, string>;
  return `${number}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? 'th'}`;
}

function monthName(text: string): string {
  const number = ONE.test(text) ? Number(text) - 1 : MONTH_NAMES.indexOf(text);
  return MONTHS.format(new Date(Date.UTC(2026, number, 1)));
}

function weekdayName(text: string): string {
  const number = ONE.test(text) ? Number(text) % 7 : WEEKDAY_NAMES.indexOf(text);
  // The fourth of January 2026 was a Sunday.
  return WEEKDAYS.format(new Date(Date.UTC(2026, 0, 4 + number)));
}
