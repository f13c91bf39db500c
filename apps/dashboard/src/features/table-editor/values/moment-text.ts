import type { GridColumn } from '@basalt/contract';

type MomentColumn = Pick<GridColumn, 'kind' | 'has_time_zone'>;

/** Whether the values of a column are days, times of day or moments. */
export function isMoment({ kind }: MomentColumn): boolean {
  return kind === 'date' || kind === 'time' || kind === 'timestamp';
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const TIME = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** What the browser's picker shows for a text of PostgreSQL; nothing where it cannot show it, such as `infinity` or years BC. */
export function pickerValue({ kind }: MomentColumn, text: string): string {
  const value = text.trim();
  if (kind === 'date') return DAY.test(value) ? value : '';
  if (kind === 'time') return TIME.exec(value)?.[1] ?? '';
  const parts = MOMENT.exec(value);
  return parts === null ? '' : `${parts[1]}T${parts[2]}`;
}

/** What was picked as PostgreSQL reads it. The zone of the text before stays; a new one gets that of this browser. */
export function momentOfPicker(
  { kind, has_time_zone }: MomentColumn,
  picked: string,
  before: string,
): string {
  if (kind === 'date') return picked;
  const pattern = kind === 'time' ? TIME : MOMENT;
  const zoneBefore = pattern.exec(before.trim())?.at(-1);
  const text = picked.replace('T', ' ');
  if (!has_time_zone) return text;
  return `${text}${zoneBefore ?? zoneAt(new Date(kind === 'time' ? Date.now() : picked))}`;
}

/** The present moment as PostgreSQL reads it, in the zone of this browser. */
export function nowText({ kind, has_time_zone }: MomentColumn, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  const zone = has_time_zone ? zoneAt(now) : '';
  if (kind === 'date') return day;
  return kind === 'time' ? `${time}${zone}` : `${day} ${time}${zone}`;
}

function zoneAt(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const absolute = Math.abs(minutes);
  const rest = absolute % 60 === 0 ? '' : `:${two(absolute % 60)}`;
  return `${minutes < 0 ? '-' : '+'}${two(absolute / 60)}${rest}`;
}
