/** When a job runs: at moments that five fields describe, or every so many seconds. All in GMT, as with pg_cron. */
export type Schedule = MinuteSchedule | { readonly kind: 'seconds'; readonly every: number };

export interface MinuteSchedule {
  readonly kind: 'minutes';
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  /** `$`: also on the last day of the month. */
  readonly lastDay: boolean;
  readonly months: ReadonlySet<number>;
  /** From 0, Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Both days are named, and either is enough. A field that begins with `*` names none. */
  readonly eitherDay: boolean;
  /** The five fields as they were written, or what a word like `@daily` stands for. */
  readonly fields: readonly [string, string, string, string, string];
}

/** What is wrong with a schedule, as a sentence for whoever wrote it. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

interface Field {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
}

export const MONTH_NAMES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
export const WEEKDAY_NAMES = 'sun mon tue wed thu fri sat'.split(' ');

const FIELDS = [
  { title: 'minute', low: 0, high: 59, names: [] },
  { title: 'hour', low: 0, high: 23, names: [] },
  { title: 'day of the month', low: 1, high: 31, names: [] },
  { title: 'month', low: 1, high: 12, names: MONTH_NAMES },
  { title: 'day of the week', low: 0, high: 7, names: WEEKDAY_NAMES },
] as const satisfies readonly Field[];

const WORDS: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};
const LONGEST = 200;

/**
 * Reads a schedule as pg_cron writes it: five fields, a word like `@daily`, or `30 seconds`. The project's database checks the same
 * when a job is stored (`cron.schedule_problem`), but what is in a project is never believed.
 * @throws ScheduleError
 */
export function readSchedule(text: string): Schedule {
  if (Buffer.byteLength(text) > LONGEST)
    throw new ScheduleError(`The schedule is longer than ${LONGEST} bytes.`);
  const written = text.trim().toLowerCase();
  if (written.startsWith('@')) {
    const fields = Object.hasOwn(WORDS, written) ? WORDS[written] : undefined;
    if (fields !== undefined) return readFields(fields);
    throw new ScheduleError(
      `${written.slice(0, 40)} is none of @hourly, @daily, @midnight, @weekly, @monthly, @yearly and @annually.`,
    );
  }
  if (written.includes('second')) {
    const every = /^([1-9]|[1-5][0-9])\s+seconds?$/.exec(written)?.[1];
    if (every === undefined) throw new ScheduleError('Seconds are written as “30 seconds”, from 1 to 59.');
    return { kind: 'seconds', every: Number(every) };
  }
  return readFields(written);
}

function readFields(written: string): MinuteSchedule {
  const fields = written === '' ? [] : written.split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  if (
    fields.length !== 5 ||
    minute === undefined ||
    hour === undefined ||
    day === undefined ||
    month === undefined ||
    weekday === undefined
  )
    throw new ScheduleError(
      `A schedule has five fields (minute, hour, day of the month, month, day of the week), and this one has ${fields.length}.`,
    );
  const dayParts = day.split(',');
  return {
    kind: 'minutes',
    minutes: readField(minute.split(','), FIELDS[0]),
    hours: readField(hour.split(','), FIELDS[1]),
    days: readField(
      dayParts.filter((part) => part !== '$'),
      FIELDS[2],
    ),
    lastDay: dayParts.includes('$'),
    months: readField(month.split(','), FIELDS[3]),
    weekdays: new Set([...readField(weekday.split(','), FIELDS[4])].map((number) => number % 7)),
    eitherDay: !day.startsWith('*') && !weekday.startsWith('*'),
    fields: [minute, hour, day, month, weekday],
  };
}

function readField(parts: readonly string[], field: Field): Set<number> {
  return new Set(parts.flatMap((part) => readPart(part, field)));
}

// `*`, `5`, `1-5`, `mon-fri`, and with a step `*/5` or `1-30/2`.
function readPart(part: string, field: Field): number[] {
  const { title, low, high } = field;
  const problem = (text: string) => new ScheduleError(`The schedule cannot be read: ${text}.`);
  const shown = part.slice(0, 40);
  const found = /^(?:\*|([0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?)(?:\/([0-9]{1,4}))?$/.exec(part);
  const [, from, to, step = '1'] = found ?? [];
  const isLone = from !== undefined && to === undefined;
  if (found === null || (isLone && found[3] !== undefined))
    throw problem(`“${shown}” cannot be read as a ${title}`);
  if (Number(step) === 0) throw problem(`a step of 0 in the ${title} never comes`);
  const first = from === undefined ? low : numberOf(from, field);
  const last = from === undefined ? high : to === undefined ? first : numberOf(to, field);
  if (Number.isNaN(first) || Number.isNaN(last)) throw problem(`“${shown}” cannot be read as a ${title}`);
  if (first < low || last > high || first > high)
    throw problem(`the ${title} goes from ${low} to ${high}, and “${shown}” is outside of that`);
  if (first > last) throw problem(`in “${shown}” the ${title} begins after its end`);
  const numbers: number[] = [];
  for (let number = first; number <= last; number += Number(step)) numbers.push(number);
  return numbers;
}

function numberOf(text: string, { low, names }: Field): number {
  if (/^[0-9]/.test(text)) return Number(text);
  const place = names.indexOf(text);
  return place === -1 ? Number.NaN : place + low;
}
