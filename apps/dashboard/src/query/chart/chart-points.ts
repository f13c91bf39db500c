import { seen } from '../../ui/data-grid/cell-text.ts';
import type { Field, Row } from '../run/run-output.ts';
import { type Axes, isDate } from './axes.ts';
import { momentFormat, parseMoment } from './moment.ts';

/** More bars than this are thinner than a pixel. */
export const MAX_BARS = 2_000;

/** One bar. `label` is its place on the X axis in words. */
export interface Point {
  label: string;
  value: number;
}

export interface ChartPoints {
  points: readonly Point[];
  /** Rows whose Y value is no finite number. */
  skipped: number;
  /** Every how many-th bar is shown; 1 is all of them. */
  step: number;
}

/** The bars of a result, in the order of its rows; sums so far when cumulative. */
export function chartPoints(
  fields: readonly Field[],
  rows: readonly Row[],
  { x, y }: Axes,
  isCumulative: boolean,
): ChartPoints {
  const all: Point[] = [];
  const label = labelsOf(fields, rows, x);
  let sum = 0;
  for (const row of rows) {
    const value = toNumber(row[y] ?? null);
    if (value === null) continue;
    sum += value;
    const shown = isCumulative ? sum : value;
    if (Number.isFinite(shown)) all.push({ label: label(row[x] ?? null), value: shown });
  }
  const step = Math.max(1, Math.ceil(all.length / MAX_BARS));
  return {
    points: step === 1 ? all : all.filter((_, i) => i % step === 0),
    skipped: rows.length - all.length,
    step,
  };
}

/** A value as a number: money loses its sign and commas. Null for NULL, NaN, infinity and words. */
export function toNumber(text: string | null): number | null {
  if (text === null) return null;
  const bare = text.trim().replace(/^(-?)[$€£¥]\s?/, '$1');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain)) return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

function labelsOf(
  fields: readonly Field[],
  rows: readonly Row[],
  x: number,
): (value: string | null) => string {
  const field = fields[x];
  const plain = (value: string | null) => (value === null ? 'NULL' : seen(value));
  if (field === undefined || !isDate(field, rows[0]?.[x] ?? null)) return plain;
  const moments = rows.map((row) => parseMoment(row[x] ?? '')).filter((at) => at !== null);
  const format = momentFormat(moments);
  return (value) => {
    const at = value === null ? null : parseMoment(value);
    return at === null ? plain(value) : format(at);
  };
}
