/** Sizes and durations as PostgreSQL writes them. */

const KB = 1_024;
const BYTES: Readonly<Record<string, number>> = { B: 1, kB: KB, MB: KB ** 2, GB: KB ** 3, TB: KB ** 4 };
const MILLISECONDS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * `16MB` in bytes; a bare number counts in `unit`. Units are case-sensitive, as in PostgreSQL. `-1` stays -1. Null: not a size.
 */
export function parseBytes(text: string, unit: number): number | null {
  return parse(text, BYTES, unit);
}

/** `90s` in milliseconds; a bare number counts in `unit`. `-1` stays -1. Null: not a duration. */
export function parseMilliseconds(text: string, unit: number): number | null {
  return parse(text, MILLISECONDS, unit);
}

/** In the largest unit that divides it. */
export function formatBytes(bytes: number): string {
  return format(bytes, BYTES);
}

/** In the largest unit that divides it. */
export function formatMilliseconds(milliseconds: number): string {
  return format(milliseconds, MILLISECONDS);
}

function parse(text: string, units: Readonly<Record<string, number>>, bare: number): number | null {
  const [, number = '', name = ''] = /^\s*(-?\d{1,15}(?:\.\d{1,6})?)\s*([A-Za-z]*)\s*$/.exec(text) ?? [];
  const unit = name === '' ? bare : Object.hasOwn(units, name) ? units[name] : undefined;
  if (number === '' || unit === undefined) return null;
  return Number(number) === -1 ? -1 : Number(number) * unit;
}

function format(value: number, units: Readonly<Record<string, number>>): string {
  if (value <= 0) return String(value);
  const names = Object.keys(units).toReversed();
  const name = names.find((each) => value % (units[each] ?? 1) === 0) ?? '';
  return `${value / (units[name] ?? 1)}${name}`;
}
