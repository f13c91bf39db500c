import type { ChartConfig } from '@basalt/contract';
import { isJsonType, isNumericType } from '../../ui/data-grid/cell-text.ts';
import type { Field, Row } from '../run/run-output.ts';
import { parseMoment } from './moment.ts';

/** The columns of a result that a chart is drawn over, by their place. */
export interface Axes {
  x: number;
  y: number;
}

const IS_ID = /^(id|oid|uuid|pid)$|_(id|oid|uuid|pid)$/i;
const IS_DATE = /^(date|timestamp|timestamptz)\b/;
const IS_AMOUNT =
  /count|total|sum|amount|avg|average|quantity|qty|number|size|bytes|value|calls|rows|price|max|min/i;

/**
 * The chosen columns, and a guess for each one that was not chosen. Null when a chosen column is not in the result
 * any more or nothing fits: then people must choose.
 */
export function chartAxes(
  config: Pick<ChartConfig, 'xKey' | 'yKey'>,
  fields: readonly Field[],
  rows: readonly Row[],
): Axes | null {
  const chosenX = config.xKey === null ? null : placeOf(fields, config.xKey);
  const chosenY = config.yKey === null ? null : placeOf(fields, config.yKey);
  if (chosenX === -1 || chosenY === -1) return null;
  const x = chosenX ?? guessX(fields, rows, chosenY);
  if (x === null) return null;
  const y = chosenY ?? guessY(fields, x);
  return y === null ? null : { x, y };
}

/** The settings with the guessed columns in them, as far as there is anything to guess. */
export function withAxes(config: ChartConfig, fields: readonly Field[], rows: readonly Row[]): ChartConfig {
  const axes = chartAxes(config, fields, rows);
  if (axes === null) return config;
  return { ...config, xKey: fields[axes.x]?.name ?? null, yKey: fields[axes.y]?.name ?? null };
}

/** Whether a chart can be drawn only after somebody has chosen its columns: none are, or they are not there any more. */
export function lacksAxes(
  { xKey, yKey }: Pick<ChartConfig, 'xKey' | 'yKey'>,
  fields: readonly Field[],
): boolean {
  return [xKey, yKey].some((key) => key === null || placeOf(fields, key) === -1);
}

/** A date, else a category. A lone pair of numbers is drawn over its first. */
function guessX(fields: readonly Field[], rows: readonly Row[], y: number | null): number | null {
  const isFree = (i: number) => i !== y;
  const date = fields.findIndex((field, i) => isFree(i) && isDate(field, rows[0]?.[i] ?? null));
  if (date !== -1) return date;
  const category = fields.findIndex(({ type }, i) => isFree(i) && !isNumericType(type) && !isJsonType(type));
  if (category !== -1) return category;
  const number = fields.findIndex(({ type }, i) => isFree(i) && isNumericType(type));
  return number === -1 || fields.filter(({ type }) => isNumericType(type)).length < 2 ? null : number;
}

/** A number that counts something, else any number that does not name a row. */
function guessY(fields: readonly Field[], x: number): number | null {
  const numbers = fields
    .map(({ name, type }, place) => ({ name, type, place }))
    .filter(
      ({ name, type, place }) => place !== x && isNumericType(type) && type !== 'oid' && !IS_ID.test(name),
    );
  return (numbers.find(({ name }) => IS_AMOUNT.test(name)) ?? numbers[0])?.place ?? null;
}

function placeOf(fields: readonly Field[], key: string): number {
  return fields.findIndex(({ name }) => name === key);
}

/** Whether a column is a line of time: its type says so, or its first value reads as a date. */
export function isDate({ type }: Field, first: string | null): boolean {
  if (IS_DATE.test(type)) return true;
  return !isNumericType(type) && first !== null && parseMoment(first) !== null;
}
